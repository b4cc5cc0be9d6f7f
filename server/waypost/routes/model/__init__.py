"""What a source says: values, and the sites where requests are made."""
