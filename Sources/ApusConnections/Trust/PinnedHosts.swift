internal import ApusTLS
public import ApusX509

extension Connections {
  /// The key pins of some hosts in a session's configuration.
  ///
  ///     .host("*.example.com", "sha256/…", backup: "sha256/…", expires: "2027-06-01")
  ///
  /// The creation of the session fails if a key pin is invalid.
  public struct PinnedHosts: Sendable, Hashable, Codable {
    private let hosts: String
    private let pins: [String]
    private let backups: [String]
    private let expiry: String?
    private let isReportOnly: Bool

    /// Pins all hosts that match a pattern to a set of public keys and backup keys.
    ///
    /// The server's certificate chain must contain one of the keys. A pin is `sha256/` and the
    /// base64-encoded hash of a key, as `apus cert pins` prints it.
    ///
    /// - Parameters:
    ///   - hosts: A host; `*.` and a domain for the hosts directly below the domain; or `**.` and a
    ///     domain for the domain and all hosts below it.
    ///   - pins: The keys that are in use.
    ///   - backups: The keys that can replace the current keys.
    ///   - expiry: The date, such as `2027-06-01`, from which on the pin rule has no effect, in
    ///     UTC; nil, the default, for a rule that does not expire.
    ///   - isReportOnly: A Boolean value that indicates whether a violation is only reported; false
    ///     by default.
    public static func host(
      _ hosts: String, _ pins: String..., backup backups: String..., expires expiry: String? = nil,
      isReportOnly: Bool = false
    ) -> PinnedHosts {
      PinnedHosts(
        hosts: hosts, pins: pins, backups: backups, expiry: expiry, isReportOnly: isReportOnly)
    }

    /// Pins all hosts that match a pattern to the public keys of certificates, such as
    /// `certificate.pin`, and to backup keys.
    ///
    /// - Parameters:
    ///   - hosts: A host; `*.` and a domain for the hosts directly below the domain; or `**.` and a
    ///     domain for the domain and all hosts below it.
    ///   - pins: The keys that are in use.
    ///   - backups: The keys that can replace the current keys.
    ///   - expiry: The date, such as `2027-06-01`, from which on the pin rule has no effect, in
    ///     UTC; nil, the default, for a rule that does not expire.
    ///   - isReportOnly: A Boolean value that indicates whether a violation is only reported; false
    ///     by default.
    public static func host(
      _ hosts: String, _ pins: X509.Pin..., backup backups: X509.Pin...,
      expires expiry: String? = nil, isReportOnly: Bool = false
    ) -> PinnedHosts {
      PinnedHosts(
        hosts: hosts, pins: pins.map(\.description), backups: backups.map(\.description),
        expiry: expiry, isReportOnly: isReportOnly)
    }

    /// Returns the parsed key pins of the host pattern.
    func rule() throws(TLS.PolicyError) -> TLS.PinRule {
      try TLS.PinRule(
        hosts, pins, backups: backups, expires: expiry, isReportOnly: isReportOnly)
    }
  }
}
