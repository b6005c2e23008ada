"""What really happened, and what it means: confirmed, classified, explained."""
