import ApusX509Files

let scan = try X509.FolderScan(of: CommandLine.arguments.dropFirst().first ?? "Fixtures/chains")
let verifier = X509.Verifier(anchors: try .system(), profile: .web)
let host = try CanonicalHost("www.example.com")
for (path, certificate) in scan.certificates {
  print(path, certificate.validity.daysLeft(at: .now))
  print(X509.Lint.findings(in: certificate).count, X509.Inspection(certificate).text.utf8.count)
  do {
    let chain = try verifier.verify(
      certificate, intermediates: scan.certificates.map(\.certificate), for: .server(host),
      at: .now)
    print(chain.anchor)
  } catch {
    print(error)
  }
}
let bundle = try X509.Bundle(contentsOf: scan.files[0].path)
print(X509.Chain(ordering: bundle.certificates().certificates))
do {
  print(try X509.Revocation.Evidence("ca.crl", file: []))
} catch {
  print(error)
}
