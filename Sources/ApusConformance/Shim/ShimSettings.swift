import ApusNames
import ApusNet
import ApusTLS
import ApusX509

/// What one kind of connection is to be like, understood from its flags.
struct ShimSettings: Sendable {
  let flags: ShimFlags
  let configuration: TLS.ClientConfiguration
  /// Who the client is, and how its key signs.
  let key: TLS.HeldKey?
  /// Whose certificates are believed, where that is asked.
  let anchors: X509.Anchors
  /// The host that is asked for by name, if one is.
  let name: CanonicalHost?
  /// How much application data is taken at a time.
  let readSize: Int

  /// Understands flags.
  init(_ flags: ShimFlags) throws(ShimFailure) {
    var configuration = TLS.ClientConfiguration()
    configuration.versions = try flags.versions()
    if let groups = try flags.groups() { configuration.groups = groups }
    let preferred = try flags.schemes(.verifyPrefs)
    configuration.signatureSchemes = preferred ?? configuration.signatureSchemes.usual
    if preferred != nil { configuration.certificateSchemes = [] }
    configuration.applicationProtocols = try flags.protocols()
    configuration.asksForProofs =
      flags.contains(.enableOCSPStapling) || flags.contains(.enableSignedCertTimestamps)
    configuration.requiresExtendedMasterSecret = flags.contains(.expectExtendedMasterSecret)
    configuration.isGreased = flags.contains(.enableGREASE)
    let identity = try flags.identity()
    configuration.identities = identity.map { [$0.shown] } ?? []
    let anchors = try flags.anchors()
    let name = try flags.host()
    let readSize = try flags.number(.readSize) ?? 16_384
    if let reason = flags.text(.expectEarlyDataReason), reason != "disabled" {
      throw .unimplemented("early data, which is \(reason)")
    }
    self.flags = flags
    self.configuration = configuration
    key = identity?.key
    self.anchors = anchors
    self.name = name
    self.readSize = max(1, readSize)
  }

  /// Who is asked for: an address, which is never named to a server, where there is no name.
  var host: CanonicalHost { name ?? .ipv4(IPv4Address(127, 0, 0, 1)) }
}

extension ShimFlags {
  func versions() throws(ShimFailure) -> Set<TLS.Version> {
    let most = try number(.maxVersion) ?? .max
    guard most >= TLS.Version.tls12.rawValue else { throw .unimplemented("versions before 1.2") }
    var versions: Set<TLS.Version> = []
    for version in [TLS.Version.tls12, .tls13] where try allows(version.rawValue) {
      versions.insert(version)
    }
    guard !versions.isEmpty else {
      for older: UInt16 in [0x0301, 0x0302] where try allows(older) {
        throw .unimplemented("versions before 1.2")
      }
      throw .unexpected("NO_SUPPORTED_VERSIONS_ENABLED")
    }
    return versions
  }

  /// Whether a version may be spoken that the runner knows, though it may not exist here.
  func allows(_ version: UInt16) throws(ShimFailure) -> Bool {
    let leftOut: [UInt16: ShimSwitch] = [
      0x0301: .noTLS1, 0x0302: .noTLS11, 0x0303: .noTLS12, 0x0304: .noTLS13,
    ]
    guard let flag = leftOut[version], !contains(flag) else { return false }
    let least = try number(.minVersion) ?? 0
    let most = try number(.maxVersion) ?? .max
    return least <= Int(version) && Int(version) <= most
  }

  /// The groups that exist here; the runner names all that it knows where any will do.
  func groups() throws(ShimFailure) -> [TLS.NamedGroup]? {
    let numbers = try numbers(.curves)
    let groups = numbers.compactMap { number in
      UInt16(exactly: number).flatMap(TLS.NamedGroup.init(rawValue:))
    }
    guard groups.isEmpty == numbers.isEmpty else {
      throw .unimplemented("groups \(numbers), none of which exists here")
    }
    return groups.isEmpty ? nil : groups
  }

  func schemes(
    _ flag: ShimParameter
  ) throws(ShimFailure) -> [TLS.SignatureScheme]? {
    var schemes: [TLS.SignatureScheme] = []
    for number in try numbers(flag) {
      guard let scheme = UInt16(exactly: number).flatMap(TLS.SignatureScheme.init(rawValue:))
      else { throw .unimplemented("signature scheme \(number)") }
      schemes.append(scheme)
    }
    return schemes.isEmpty ? nil : schemes
  }

  /// The protocols, each behind its length in one byte, as ALPN has them.
  fileprivate func protocols() throws(ShimFailure) -> [[UInt8]] {
    guard let text = text(.advertiseALPN) else { return [] }
    var rest = Array(text.utf8)[...]
    var protocols: [[UInt8]] = []
    while let count = rest.popFirst() {
      guard count > 0, rest.count >= Int(count) else { throw .malformed(.advertiseALPN, text) }
      protocols.append(Array(rest.prefix(Int(count))))
      rest = rest.dropFirst(Int(count))
    }
    return protocols
  }

  fileprivate func host() throws(ShimFailure) -> CanonicalHost? {
    guard let text = text(.hostName) else { return nil }
    guard let host = try? CanonicalHost(text) else {
      throw .unimplemented("the name \(text), which no host can have")
    }
    return host
  }
}

extension [TLS.SignatureScheme] {
  /// Those that the runner takes to be accepted where it names none: it asks for the others.
  var usual: [TLS.SignatureScheme] { filter { ![.ed25519, .ecdsaSECP521R1SHA512].contains($0) } }
}

/// What stands in files.
extension ShimFlags {
  func anchors() throws(ShimFailure) -> X509.Anchors {
    // The runner names no file where a certificate leads to no root.
    guard let path = text(.trustCert), !path.isEmpty else {
      return X509.Anchors([X509.Certificate]())
    }
    return X509.Anchors(try certificates(.trustCert, path))
  }

  /// The certificates that the server is expected to show.
  func expectedCertificates() throws(ShimFailure) -> [X509.Certificate]? {
    guard let path = text(.expectPeerCertFile) else { return nil }
    return try certificates(.expectPeerCertFile, path)
  }

  private func certificates(
    _ flag: ShimParameter, _ path: String
  ) throws(ShimFailure) -> [X509.Certificate] {
    let (certificates, problems) = X509.Bundle(try contents(flag, path)).certificates()
    guard problems.isEmpty, !certificates.isEmpty else { throw .malformed(flag, path) }
    return certificates
  }

  /// The client's certificates with how its key may sign, and the key.
  func identity() throws(ShimFailure) -> (shown: TLS.Identity, key: TLS.HeldKey)? {
    guard let path = text(.certFile), let keyPath = text(.keyFile) else { return nil }
    let preferred = try schemes(.signingPrefs)
    let (chain, ownKey) = (try contents(.certFile, path), try contents(.keyFile, keyPath))
    do throws(TLS.IdentityError) {
      let identity = try TLS.Identity(pemChain: chain.span, pemKey: ownKey.span)
      guard case .held(let key) = identity.key else { return nil }
      guard let preferred else { return (identity, key) }
      let schemes = preferred.filter { identity.schemes.contains($0) }
      let shown = try TLS.Identity(
        identity.chain, signer: ShimSigner(key: key), schemes: schemes)
      return (shown, key)
    } catch {
      // The runner has keys of kinds that do not exist here.
      throw .unimplemented("\(error)")
    }
  }

  private func contents(_ flag: ShimParameter, _ path: String) throws(ShimFailure) -> [UInt8] {
    guard let bytes = try? Files.contents(of: path) else { throw .malformed(flag, path) }
    return bytes
  }
}

/// A key of this process that signs in other ways first than it would itself.
private struct ShimSigner: TLS.Signer {
  let key: TLS.HeldKey

  func signature(for content: [UInt8], by scheme: TLS.SignatureScheme) throws -> [UInt8] {
    try key.signature(for: content.span, by: scheme, using: SystemRandom())
  }
}
