internal import ApusTLS

extension Connections {
  /// Which keys some hosts may have, as it is written where a session is configured.
  ///
  ///     .host("*.example.com", "sha256/…", backup: "sha256/…", expires: "2027-06-01")
  ///
  /// It is read when the session is made, and what is wrong with it is an error then.
  public struct PinnedHosts: Sendable, Hashable, Codable {
    private let hosts: String
    private let pins: [String]
    private let backups: [String]
    private let expiry: String?
    private let isReportOnly: Bool

    /// Pins the hosts of a pattern, with the keys and the backups of which they must have one.
    ///
    /// A pattern is a host, or `*.` and a domain for the hosts directly below it, or `**.` and a
    /// domain for it and all below it. Pins are `sha256/` and the hash of a key in base64, as
    /// `apus cert pins` prints them. From the day of its end on, in universal time, the rule asks
    /// for nothing.
    public static func host(
      _ hosts: String, _ pins: String..., backup backups: String..., expires expiry: String? = nil,
      isReportOnly: Bool = false
    ) -> PinnedHosts {
      PinnedHosts(
        hosts: hosts, pins: pins, backups: backups, expiry: expiry, isReportOnly: isReportOnly)
    }

    /// The rule that is written.
    func rule() throws(TLS.PolicyError) -> TLS.PinRule {
      try TLS.PinRule(
        hosts, pins, backups: backups, expires: expiry, isReportOnly: isReportOnly)
    }
  }
}
