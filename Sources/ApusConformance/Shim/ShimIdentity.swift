import ApusTLS
import ApusX509

/// A credential of the test runner, which consists of certificates and a private key in this
/// process.
struct ShimIdentity: Sendable {
  /// The TLS identity that the shim offers in a handshake. Its generation number distinguishes the
  /// identity from the others of the list.
  let shown: TLS.Identity
  let key: TLS.HeldKey
  /// The index in the list of credentials, or -1 for the credential outside the list.
  let place: Int
  /// A Boolean value that indicates whether the credential is sent only to a peer that lists its
  /// issuer.
  let mustMatchIssuer: Bool
  /// The OCSP response that a server staples to the certificate of the credential.
  let stapledResponse: [UInt8]?
}

extension ShimFlags {
  /// Returns the credentials in the order of preference. The credential of the flags without a list
  /// is the last one.
  func identities() throws(ShimFailure) -> [ShimIdentity] {
    var identities: [ShimIdentity] = []
    let listed = credentials.enumerated().map { ($0.offset, $0.element) }
    for (place, flags) in listed + [(-1, self)] {
      let generation = UInt64(identities.count)
      guard let identity = try flags.identity(at: place, generation) else {
        guard place < 0 else { throw .unimplemented("a credential without certificate and key") }
        continue
      }
      identities.append(identity)
    }
    return identities
  }

  /// Returns the certificates and the private key of a credential with the signature schemes of the
  /// key.
  private func identity(
    at place: Int, _ generation: UInt64
  ) throws(ShimFailure) -> ShimIdentity? {
    guard let path = text(.certFile), let keyPath = text(.keyFile) else { return nil }
    let preferred = try schemes(.signingPrefs)
    let (chain, ownKey) = (try contents(.certFile, path), try contents(.keyFile, keyPath))
    let stapledResponse = try bytes(.ocspResponse)
    do throws(TLS.IdentityError) {
      var shown = try TLS.Identity(
        pemChain: chain.span, pemKey: ownKey.span, generation: generation)
      guard case .held(let key) = shown.key else { return nil }
      if let preferred {
        let schemes = preferred.filter { shown.schemes.contains($0) }
        shown = try TLS.Identity(
          shown.chain, signer: ShimSigner(key: key), schemes: schemes, generation: generation)
      }
      return ShimIdentity(
        shown: shown, key: key, place: place, mustMatchIssuer: contains(.mustMatchIssuer),
        stapledResponse: stapledResponse)
    } catch {
      // Some private keys of the test runner have a kind that the library does not support.
      throw .unimplemented("\(error)")
    }
  }
}

extension [ShimIdentity] {
  /// Returns the rule for unlisted identities, which is the same for all credentials of a client.
  func unlistedIdentities() throws(ShimFailure) -> TLS.UnlistedIdentities {
    guard contains(where: \.mustMatchIssuer) else { return .sent }
    guard allSatisfy(\.mustMatchIssuer) else {
      throw .unimplemented("credentials of which only some must match the server's authorities")
    }
    return .withheld
  }
}

/// A signer with a private key of this process and its own order of signature schemes.
private struct ShimSigner: TLS.Signer {
  let key: TLS.HeldKey

  func signature(for content: [UInt8], by scheme: TLS.SignatureScheme) throws -> [UInt8] {
    try key.signature(for: content.span, by: scheme, using: SystemRandom())
  }
}
