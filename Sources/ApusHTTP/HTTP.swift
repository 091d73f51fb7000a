/// HTTP/1.1 as values and as bytes, without input or output; every message type nests here.
public enum HTTP {}
