import ApusNames
import ApusNet
import ApusTLS
import ApusX509

/// The settings of a TLS client for one kind of connection, which the flags determine.
struct ShimSettings: Sendable {
  let flags: ShimFlags
  let configuration: TLS.ClientConfiguration
  /// The credentials of the client in the order of preference.
  let identities: [ShimIdentity]
  /// The trusted root certificates, which are used if the flags require a verification.
  let anchors: X509.Anchors
  /// The requested host name, or `nil` if the flags contain no host name.
  let name: CanonicalHost?
  /// The number of bytes of application data in each read.
  let readSize: Int

  /// Creates the settings of the TLS client from the flags.
  init(_ flags: ShimFlags) throws(ShimFailure) {
    guard !flags.contains(.noTicket) else {
      throw .unimplemented("a client that offers no tickets")
    }
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
    let identities = try flags.identities()
    configuration.identities = identities.map(\.shown)
    configuration.unlistedIdentities = try identities.unlistedIdentities()
    let anchors = try flags.anchors()
    let name = try flags.host()
    let readSize = try flags.number(.readSize) ?? 16_384
    if let reason = flags.text(.expectEarlyDataReason), reason != "disabled" {
      throw .unimplemented("early data, which is \(reason)")
    }
    self.flags = flags
    self.configuration = configuration
    self.identities = identities
    self.anchors = anchors
    self.name = name
    self.readSize = max(1, readSize)
  }

  /// The host of the connection. Without a host name, the host is an IP address, which is never
  /// sent to a server.
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

  /// Returns whether the runner allows a TLS version, even if the library does not implement this
  /// version.
  func allows(_ version: UInt16) throws(ShimFailure) -> Bool {
    let leftOut: [UInt16: ShimSwitch] = [
      0x0301: .noTLS1, 0x0302: .noTLS11, 0x0303: .noTLS12, 0x0304: .noTLS13,
    ]
    guard let flag = leftOut[version], !contains(flag) else { return false }
    let least = try number(.minVersion) ?? 0
    let most = try number(.maxVersion) ?? .max
    return least <= Int(version) && Int(version) <= most
  }

  /// Returns the named groups of the flags. Each group must be implemented, because the test would
  /// otherwise test a different case.
  func groups() throws(ShimFailure) -> [TLS.NamedGroup]? {
    var groups: [TLS.NamedGroup] = []
    for number in try numbers(.curves) {
      guard let group = UInt16(exactly: number).flatMap(TLS.NamedGroup.init(rawValue:)) else {
        throw .unimplemented("group \(number)")
      }
      groups.append(group)
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

  /// Returns the application protocols of the flags. A length byte precedes each protocol name, as
  /// in ALPN.
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
  /// The signature schemes that the runner expects by default. The runner requests other schemes
  /// explicitly.
  var usual: [TLS.SignatureScheme] { filter { ![.ed25519, .ecdsaSECP521R1SHA512].contains($0) } }
}

/// The contents of the files that shim flags name.
extension ShimFlags {
  func anchors() throws(ShimFailure) -> X509.Anchors {
    // The runner names no roots file if a certificate has no root.
    guard let path = text(.trustCert), !path.isEmpty else {
      return X509.Anchors([X509.Certificate]())
    }
    return X509.Anchors(try certificates(.trustCert, path))
  }

  /// Returns the certificates that the server is expected to send, or `nil` if the flags expect
  /// none.
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

  func contents(_ flag: ShimParameter, _ path: String) throws(ShimFailure) -> [UInt8] {
    guard let bytes = try? Files.contents(of: path) else { throw .malformed(flag, path) }
    return bytes
  }
}
