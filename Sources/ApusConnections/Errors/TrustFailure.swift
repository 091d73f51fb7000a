internal import ApusBytes
public import ApusTLS
public import ApusX509

extension Connections {
  /// That a server is not believed: which rule refuses it, and what it has shown.
  public struct TrustFailure: Equatable, Sendable {
    /// Who is refused, when, and by which rule, with every path that was tried.
    public let policyFailure: TLS.TrustFailure
    /// What the server has shown, its own certificate first.
    public let presented: [X509.Certificate]
    /// The address that answered.
    public let address: String
  }
}

extension Connections.TrustFailure: CustomStringConvertible {
  /// Which host is refused, why, and what to do about it; nothing of the request was sent.
  public var description: String { "\(policyFailure) \(place)" }

  /// The same without the advice about it.
  package var statement: String { "\(policyFailure.statement) \(place)" }

  private var place: String { "(\(address), which was sent no request)" }

  /// The same with every path that was tried.
  public var explanation: String {
    // The address comes first, so that a cut spares it.
    ForeignText.bounded("\(address):\n\(policyFailure.explanation)")
  }
}
