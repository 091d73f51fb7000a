import ApusSession

var timeouts = HTTPSession.Timeouts()
timeouts.request = .seconds(5)
print(timeouts.connect, timeouts.request ?? .zero)
print(TLS.Version.tls13, X509.Version.v3, HTTP.self)
print(HashAlgorithm.sha256.digestByteCount, DomainName.limit)
var buffer = ByteQueue(capacity: 16_384)
buffer.append([1, 2, 3])
print(buffer.count)
