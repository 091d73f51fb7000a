import ApusX509Files

let scan = try X509.FolderScan(of: "Fixtures/chains")
let verifier = X509.Verifier(anchors: try .system(), profile: .web)
let server = try X509.Purpose.server(CanonicalHost("www.example.com"))
for (path, certificate) in scan.certificates where certificate.validity.daysLeft(at: .now) > 0 {
  print(path, (try? verifier.verify(certificate, for: server, at: .now))?.anchor ?? "refused")
  print(X509.Lint.findings(in: certificate).count, X509.Inspection(certificate).text.utf8.count)
}
let bundle = try X509.Bundle(contentsOf: scan.files[0].path)
print(X509.Chain(ordering: bundle.certificates().certificates))
print(try X509.Revocation.Evidence("ca.crl", file: []))
