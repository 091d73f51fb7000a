internal import ApusBytes
public import ApusTLS
public import ApusX509

extension Connections {
  /// The failed verification of a server's certificate, with the violated rule and the presented
  /// certificates.
  public struct TrustFailure: Equatable, Sendable {
    /// The rejected host, the time, the violated rule, and every certificate path that was tried.
    public let policyFailure: TLS.TrustFailure
    /// The certificates that the server presented. The first certificate is the server's own
    /// certificate.
    public let presented: [X509.Certificate]
    /// The IP address and the port of the server.
    public let address: String
  }
}

extension Connections.TrustFailure: CustomStringConvertible {
  /// A description of the rejected host, the reason and the remedy.
  ///
  /// The description also states that no part of the request was sent.
  public var description: String { "\(policyFailure) \(place)" }

  /// The description of the trust failure without the advice.
  package var statement: String { "\(policyFailure.statement) \(place)" }

  private var place: String { "(no request was sent to \(address))" }

  /// The description of the trust failure with every certificate path that was tried.
  public var explanation: String {
    // The address is at the beginning because a truncated text must still contain the address.
    ForeignText.bounded("\(address):\n\(policyFailure.explanation)")
  }
}
