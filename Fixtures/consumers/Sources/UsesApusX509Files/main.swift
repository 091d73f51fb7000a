import ApusX509Files

let certificates = try X509.Bundle(contentsOf: "chain.pem").certificates().certificates
let verifier = X509.Verifier(anchors: try .system(), profile: .web)
let host = try CanonicalHost("www.example.com")
for certificate in certificates where certificate.validity.daysLeft(at: .now) > 0 {
  let chain = try verifier.verify(
    certificate, intermediates: certificates, for: .server(host), at: .now)
  print(chain.anchor, X509.Lint.findings(in: certificate), X509.Inspection(certificate).text)
}
for (path, _) in try X509.FolderScan(of: ".").certificates { print(path) }
print(try X509.Revocation.Evidence("ca.crl", file: []), X509.Chain(ordering: certificates))
