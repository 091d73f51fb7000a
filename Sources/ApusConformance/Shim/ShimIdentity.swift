import ApusTLS
import ApusX509

/// A credential of the runner: certificates, and a key in this process.
struct ShimIdentity: Sendable {
  /// The identity for a handshake; its generation distinguishes it from the others of a list.
  let shown: TLS.Identity
  let key: TLS.HeldKey
  /// The place in the list of credentials, or -1 for the one outside of it.
  let place: Int
  /// A Boolean value that indicates whether it is only sent to a peer that lists an issuer.
  let mustMatchIssuer: Bool
  /// The OCSP response that a server staples with it.
  let stapledResponse: [UInt8]?
}

extension ShimFlags {
  /// Returns the identities in the order of preference: the list of credentials, and then the one
  /// of the flags without a list.
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

  /// Returns the certificates of one credential with the schemes of its key, and the key.
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
      // The runner has keys of kinds that are not supported.
      throw .unimplemented("\(error)")
    }
  }
}

extension [ShimIdentity] {
  /// Returns the treatment of unlisted identities, which is the same for all of a client.
  func unlistedIdentities() throws(ShimFailure) -> TLS.UnlistedIdentities {
    guard contains(where: \.mustMatchIssuer) else { return .sent }
    guard allSatisfy(\.mustMatchIssuer) else {
      throw .unimplemented("credentials of which only some must match the server's authorities")
    }
    return .withheld
  }
}

/// A signer with a key of this process and another order of schemes.
private struct ShimSigner: TLS.Signer {
  let key: TLS.HeldKey

  func signature(for content: [UInt8], by scheme: TLS.SignatureScheme) throws -> [UInt8] {
    try key.signature(for: content.span, by: scheme, using: SystemRandom())
  }
}
