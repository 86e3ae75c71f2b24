"""Draw results onto axes. Nothing here computes beyond scaling."""
