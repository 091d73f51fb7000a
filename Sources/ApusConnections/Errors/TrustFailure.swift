internal import ApusBytes
public import ApusTLS
public import ApusX509

extension Connections {
  /// The failed verification of a server, with the rule and the presented certificates.
  public struct TrustFailure: Equatable, Sendable {
    /// The rejected host, the time, the rule, and every path that was tried.
    public let policyFailure: TLS.TrustFailure
    /// The certificates that the server presented, its own first.
    public let presented: [X509.Certificate]
    /// The address of the server.
    public let address: String
  }
}

extension Connections.TrustFailure: CustomStringConvertible {
  /// The rejected host, the reason and the remedy. No part of the request was sent.
  public var description: String { "\(policyFailure) \(place)" }

  /// The description without the advice.
  package var statement: String { "\(policyFailure.statement) \(place)" }

  private var place: String { "(no request was sent to \(address))" }

  /// The description with every path that was tried.
  public var explanation: String {
    // The address comes first, so that it remains if the text is truncated.
    ForeignText.bounded("\(address):\n\(policyFailure.explanation)")
  }
}
