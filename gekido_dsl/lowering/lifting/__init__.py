"""Tests of many spaces worked out at once, as bits, tables and numbers that are kept."""
