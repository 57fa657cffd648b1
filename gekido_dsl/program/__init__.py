"""The program: what stands between the model and machine code."""
