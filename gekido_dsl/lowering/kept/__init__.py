"""What follows from the state and is kept up as it changes, and whoever changes it: things move and change hands."""
