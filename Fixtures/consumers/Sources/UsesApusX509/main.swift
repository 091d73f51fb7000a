import ApusX509

print(X509.Version(rawValue: 2) == .v3, ASN1.depthLimit)
print(HashAlgorithm.allCases.map(\.digestByteCount), DomainName.limit)
var reader = ByteReader(try Base64.decode("MAA="))
print(try reader.readUInt8(), reader.remaining)
