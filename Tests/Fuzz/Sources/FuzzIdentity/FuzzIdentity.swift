import ApusX509
import FuzzSupport

@testable import ApusTLS

/// The first byte determines the kind of the rest: a client's certificates and key as text, or a
/// server's certificate request.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIdentity(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let kind = input.takeByte()
  let bytes = input.bytes
  switch kind % 3 {
  case 0: checkText(bytes)
  case 1:
    guard let request = try? CertificateRequest12(body: ByteReader(bytes)) else { return 0 }
    check(
      TLS.IdentityRequest(
        .tls12, schemes: request.schemes, authorities: request.authorities,
        certificateTypes: request.certificateTypes))
  default:
    guard let message = try? CertificateRequest(body: ByteReader(bytes)),
      let request = try? ClientCertificateRequest(message)
    else { return 0 }
    check(request.wanted)
  }
  return 0
}

/// The result is certificates with the key of the first one, or an error with a description.
private func checkText(_ text: [UInt8]) {
  // A locked key may require so much work that other inputs would not be tried.
  guard !text.span.contains("ENCRYPTED") else { return }
  do throws(TLS.IdentityError) {
    let identity = try TLS.Identity(pemChain: text.span, pemKey: text.span)
    require(identity.digest.count == 32 && !identity.schemes.isEmpty, "an identity of nothing")
    require(
      TLS.IdentityRequest(.tls12, schemes: identity.schemes.map(\.rawValue))
        .obstacle(for: identity) == nil, "an identity that fits nowhere")
  } catch { require(!error.description.isEmpty, "an error without words") }
}

/// The chosen identity is the first one without an obstacle.
private func check(_ request: TLS.IdentityRequest) {
  let identities = Wardrobe.identities
  let fitting = identities.filter { request.obstacle(for: $0) == nil }
  let choice = request.choice(among: identities, .withheld)
  require(choice?.identity.digest == fitting.first?.digest, "another than the first that fits")
  if let choice {
    require(request.schemes.contains(choice.scheme.rawValue), "a scheme that was not asked for")
  }
}

extension Span where Element == UInt8 {
  fileprivate func contains(_ word: StaticString) -> Bool {
    let needle = Array("\(word)".utf8)
    guard count >= needle.count else { return false }
    for start in 0...(count - needle.count)
    where extracting(start..<start + needle.count).copy() == needle { return true }
    return false
  }
}

/// Identities with keys of several kinds, made once.
enum Wardrobe {
  static let identities: [TLS.Identity] = {
    guard
      let list = try? [
        identity(.ed25519(Ed25519.PrivateKey(rawRepresentation: seed.span)), "a"),
        identity(.p256(P256.PrivateKey(rawRepresentation: seed.span)), "b"),
      ]
    else { fatalError("the identities cannot be made") }
    return list
  }()

  private static let seed = [UInt8](repeating: 7, count: 32)

  private static func identity(
    _ key: consuming SigningKey, _ name: String
  ) throws -> TLS.Identity {
    let builder = X509.CertificateBuilder(
      .client, subject: X509.Name([.commonName: name]),
      validity: try X509.Validity(from: 1_700_000_000, through: 1_900_000_000))
    let leaf = try builder.selfSigned(by: key, using: SystemRandom())
    return try TLS.Identity([leaf], TLS.HeldKey(key))
  }
}
