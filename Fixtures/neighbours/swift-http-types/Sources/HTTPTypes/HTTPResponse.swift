/// The head of a response.
public struct HTTPResponse: Sendable, Hashable {
  /// A status, which equals any other of its code.
  public struct Status: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public let code: Int
    public let reasonPhrase: String

    public init(code: Int, reasonPhrase: String = "") {
      precondition(0...999 ~= code, "a status of more than three digits")
      self.code = code
      self.reasonPhrase = reasonPhrase
    }

    public init(integerLiteral value: Int) { self.init(code: value) }

    /// The class of a status.
    public enum Kind {
      case invalid, informational, successful, redirection, clientError, serverError
    }

    public var kind: Kind {
      switch code {
      case 100...199: .informational
      case 200...299: .successful
      case 300...399: .redirection
      case 400...499: .clientError
      case 500...599: .serverError
      default: .invalid
      }
    }

    public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
  }

  /// The status, as a field.
  public struct PseudoHeaderFields: Sendable, Hashable {
    public var status: HTTPField
  }

  public var pseudoHeaderFields: PseudoHeaderFields
  public var headerFields: HTTPFields
  private var reasonPhrase: String

  public init(status: Status, headerFields: HTTPFields = [:]) {
    pseudoHeaderFields = PseudoHeaderFields(
      status: HTTPRequest.pseudo(":status", "\(status.code)"))
    reasonPhrase = status.reasonPhrase
    self.headerFields = headerFields
  }

  public var status: Status {
    get { Status(code: Int(pseudoHeaderFields.status.value) ?? 0, reasonPhrase: reasonPhrase) }
    set {
      pseudoHeaderFields.status.value = "\(newValue.code)"
      reasonPhrase = newValue.reasonPhrase
    }
  }
}
