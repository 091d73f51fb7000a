import ApusTLS

print(TLS.Version.allCases.map(\.rawValue), X509.Version.allCases.count)
print(HashAlgorithm.sha384.digestByteCount, DomainName.labelLimit, ASN1.depthLimit)
var secret = SecretBytes(zeros: 32)
secret.withMutableBytes { $0[0] = 1 }
print(secret.withBytes { $0[0] })
