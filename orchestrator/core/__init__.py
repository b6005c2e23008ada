"""What every room shares: the records that stages hand to each other, errors, settings."""
