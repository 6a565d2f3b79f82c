"""What did a script print? Each script runs once per mode in a process of its own, and a record keeps what it did.

May import ``scripts``. The code of both packages is part of the digest of every record.
"""
