import ApusBytes
import ApusNames
import ApusNet
import ApusTLS

/// A series of TLS handshakes that finds the parameters that a server accepts.
///
/// Each handshake offers a single value. The tool makes one handshake for each value of the
/// library, with a pause between handshakes, so the server does not treat them as an attack.
struct ServerProbe: Sendable {
  /// A TLS parameter value with the result of its handshake.
  struct Finding: Sendable {
    let name: String
    /// The reason that the server rejects the value, or `nil` if the server accepts the value.
    let refusal: String?
    /// The result of a session resumption, or `nil` for the finding of a parameter value.
    var ticketUse: TicketUse?

    /// A Boolean value that indicates whether the server accepts the value or resumes the session.
    var isAccepted: Bool { ticketUse.map { $0 == .resumed } ?? (refusal == nil) }

    /// The finding in the words of the text output.
    var words: String { ticketUse?.words ?? refusal.map { "no: \($0)" } ?? "yes" }
  }

  /// The tested TLS parameter values of one kind, such as the named groups.
  struct Section: Sendable {
    let title: String
    /// The name of the section in the JSON output.
    let key: String
    var findings: [Finding] = []
  }

  /// A TLS handshake that offers one parameter value, and the check of its result.
  private struct Offer: Sendable {
    let name: String
    let configuration: TLS.ClientConfiguration
    let accepts: @Sendable (TLS.HandshakeFacts) -> Bool

    /// Creates a handshake offer by changing the default TLS configuration.
    init(
      _ name: String, _ change: (inout TLS.ClientConfiguration) -> Void,
      _ accepts: @escaping @Sendable (TLS.HandshakeFacts) -> Bool
    ) {
      var configuration = TLS.ClientConfiguration()
      change(&configuration)
      self.name = name
      self.configuration = configuration
      self.accepts = accepts
    }
  }

  let server: ServerAddress
  let name: CanonicalHost
  let route: ServerVisit.Route
  let pause: Duration

  /// Returns the tested parameter values in sections. A network failure ends the probe.
  func run() async throws(ServerVisit.Failure) -> [Section] {
    var sections: [Section] = []
    for (title, key, offers) in Self.offers {
      var section = Section(title: title, key: key)
      for offer in offers {
        do throws(NetError) { try await rest() } catch { throw .net(error) }
        section.findings.append(
          Finding(name: offer.name, refusal: try await refusal(of: offer)))
      }
      sections.append(section)
    }
    sections.append(try await resumption(after: sections))
    return sections
  }

  /// Offers the session ticket of a first connection, once for each accepted TLS version.
  private func resumption(after sections: [Section]) async throws(ServerVisit.Failure) -> Section {
    var section = Section(title: "session resumption", key: "resumption")
    let accepted = sections.first { $0.key == "versions" }?.findings.filter { $0.refusal == nil }
    for version in TLS.Version.allCases {
      guard accepted?.contains(where: { $0.name == version.name }) ?? false else { continue }
      do throws(NetError) { try await rest() } catch { throw .net(error) }
      section.findings.append(try await resumption(of: version))
    }
    return section
  }

  private func resumption(of version: TLS.Version) async throws(ServerVisit.Failure) -> Finding {
    var route = route
    route.configuration = TLS.ClientConfiguration()
    route.configuration.versions = [version]
    route.keyLog = nil
    do throws(ServerVisit.Failure) {
      let use = try await ServerVisit.ticketUse(of: server, as: name, by: route, pause: pause)
      return Finding(name: version.name, refusal: nil, ticketUse: use)
    } catch {
      guard let refusal = Self.refusal(error) else { throw error }
      return Finding(name: version.name, refusal: refusal)
    }
  }

  private func rest() async throws(NetError) {
    try await EventLoop.shared().sleep(until: .after(pause))
  }

  private func refusal(of offer: Offer) async throws(ServerVisit.Failure) -> String? {
    var route = route
    route.configuration = offer.configuration
    route.keyLog = nil
    do throws(ServerVisit.Failure) {
      let visit = try await ServerVisit.to(server, as: name, by: route)
      switch visit.outcome {
      case .success(let facts):
        return offer.accepts(facts) ? nil : "the server has selected a value that was not offered"
      case .failure(let error): return "\(error)"
      }
    } catch {
      guard let refusal = Self.refusal(error) else { throw error }
      return refusal
    }
  }

  /// Returns the reason of a failed handshake, or `nil` if the failure ends the probe.
  private static func refusal(_ failure: ServerVisit.Failure) -> String? {
    switch failure {
    case .tls(let fault): "\(fault)"
    // Some servers close the connection without sending an alert.
    case .net(.reset), .net(.brokenPipe):
      "the server has closed the connection during the handshake"
    case .net, .startTLS, .proxy, .identity: nil
    }
  }

  private static let offers: [(String, String, [Offer])] = [
    ("versions", "versions", versions), ("suites", "cipherSuites", suites),
    ("groups", "groups", groups), ("signature schemes", "signatureSchemes", schemes),
    ("application protocols", "applicationProtocols", protocols),
  ]

  private static let versions = TLS.Version.allCases.map { version in
    Offer(version.name, { $0.versions = [version] }, { $0.version == version })
  }

  private static let suites = TLS.CipherSuite.allCases.map { suite in
    Offer(
      suite.name,
      {
        $0.suites = [suite]
        $0.versions = [suite.version]
      }, { $0.suite == suite })
  }

  private static let groups = TLS.NamedGroup.allCases.map { group in
    Offer(group.name, { $0.groups = [group] }, { $0.group == group })
  }

  private static let schemes = TLS.SignatureScheme.allCases.map { scheme in
    let isOld = TLS.ClientConfiguration().certificateSchemes.contains(scheme)
    return Offer(
      scheme.name,
      {
        $0.signatureSchemes = [scheme]
        // The PKCS #1 signature schemes sign handshakes of TLS 1.2 only.
        guard isOld else { return }
        $0.versions = [.tls12]
        $0.certificateSchemes = []
      }, { $0.serverScheme == scheme })
  }

  private static let protocols = ["h2", "http/1.1"].map { name in
    let bytes = Array(name.utf8)
    return Offer(name, { $0.applicationProtocols = [bytes] }, { $0.applicationProtocol == bytes })
  }
}
