import ApusRoots

let path = CommandLine.arguments.dropFirst().first ?? "Fixtures/roots/chain.pem"
let chain = try X509.Bundle(contentsOf: path).certificates().certificates
let server = try X509.Purpose.server(CanonicalHost("docs.python.org"))
let moment = UnixTime(secondsSinceEpoch: 1_768_309_427)
for anchors in [X509.Anchors.bundled, try .system()] {
  let verifier = X509.Verifier(anchors: anchors, profile: .web)
  print(try verifier.verify(chain[0], intermediates: chain, for: server, at: moment).anchor)
}
