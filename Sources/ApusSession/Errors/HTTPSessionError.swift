internal import ApusBytes
internal import ApusConnections
public import ApusHTTP
internal import ApusSerialization

/// Why a request failed, with what had come of its answer until then.
///
///     do {
///       try await session.send(request)
///     } catch let error as HTTPSessionError where error.reason == .status(404) {
///       …
///     }
///
/// A call that failed because its own task was cancelled throws `CancellationError` instead.
public struct HTTPSessionError: Error, Sendable {
  private let box: Box

  /// What the error says is boxed, so that it costs nothing to pass it up.
  private final class Box: Sendable {
    let reason: Reason
    let request: HTTP.Request?
    let response: HTTP.Response?
    let underlying: (any Error)?
    let redirects: [HTTP.Redirect]
    let resumeToken: HTTPSession.ResumeToken?

    init(
      _ reason: Reason, _ request: HTTP.Request?, _ response: HTTP.Response?,
      _ underlying: (any Error)?, _ redirects: [HTTP.Redirect],
      _ resumeToken: HTTPSession.ResumeToken? = nil
    ) {
      self.resumeToken = resumeToken
      self.redirects = redirects
      self.reason = reason
      self.request = request
      self.response = response
      self.underlying = underlying
    }
  }

  /// Creates an error of those parts.
  public init(
    _ reason: Reason, request: HTTP.Request? = nil, response: HTTP.Response? = nil,
    underlying: (any Error)? = nil, redirects: [HTTP.Redirect] = []
  ) {
    box = Box(reason, request, response, underlying, redirects)
  }

  /// What happened.
  public var reason: Reason { box.reason }

  /// What was asked.
  public var request: HTTP.Request? { box.request }

  /// The redirects that were followed before, the first one first.
  public var redirects: [HTTP.Redirect] {
    box.redirects.isEmpty ? box.response?.redirects ?? [] : box.redirects
  }

  /// What a caller of the session is thrown for this error.
  ///
  /// A call that failed because its own task was cancelled throws `CancellationError`, as other
  /// cancelled work does.
  var thrown: any Error {
    if reason == .cancelled, Task.isCancelled { return CancellationError() }
    return self
  }

  /// The same error, with the redirects that have led to it.
  func after(_ redirects: [HTTP.Redirect]) -> HTTPSessionError {
    guard !redirects.isEmpty else { return self }
    return HTTPSessionError(
      reason, request: request, response: response, underlying: underlying, redirects: redirects)
  }

  /// The token by which a download that has failed goes on later, where its part was kept.
  public var resumeToken: HTTPSession.ResumeToken? { box.resumeToken }

  /// The same error, with the token of what was kept.
  init(_ error: HTTPSessionError, keeping token: HTTPSession.ResumeToken) {
    box = Box(
      error.reason, error.request, error.response, error.underlying, error.redirects, token)
  }

  /// The response if its head came, with the content received so far.
  public var response: HTTP.Response? { box.response }

  /// The error beneath the reason, if there is one.
  ///
  /// It is what the request's own body or a function of the caller's threw, or all that a
  /// serializer has found wrong.
  public var underlying: (any Error)? { box.underlying }
}

extension HTTPSessionError: CustomStringConvertible, CustomReflectable {
  /// The request, and what came of it; no field is shown, and of a query the names alone.
  public var description: String { description(of: reason.description) }

  /// Returns the description with other words for the reason, such as the options of a tool.
  package func description(of reason: String) -> String {
    let subject = request.map { "\($0.method) \($0.target.redacted): " } ?? ""
    // A serializer says all that the reason does, and what was accepted or is wrong besides.
    if let error = underlying as? ResponseSerializationError {
      return ForeignText.bounded(subject + "\(error)" + place)
    }
    let cause = underlying.map { "\($0)" } ?? ""
    let words = self.reason.description
    let way = redirects.first.map { " (\(redirects.count) redirects from \($0.source.origin))" }
    return ForeignText.bounded(
      subject + reason + place + (cause.isEmpty || cause == words ? "" : " (\(cause))")
        + (way ?? ""))
  }

  /// Where a redirect leads that has not been followed.
  private var place: String {
    guard case .status(300..<400) = reason, let location = response?.headers[.location] else {
      return ""
    }
    let target = HTTP.Target.reference(location.text)
    return ", a redirect to \(target.redacted) that was not followed"
  }

  /// The first 200 characters of a textual answer as one line, such as a server's own words.
  ///
  /// Nil if there is no answer, or no text in it. No description shows it.
  public var explanation: String? {
    guard let response, !response.body.isEmpty, let value = response.headers[.contentType],
      let type = try? HTTP.MediaType(value.bytes.span), type.isTextual
    else { return nil }
    let words = String(response.text.unicodeScalars.prefix(200)).utf8
      .split { $0 == 0x20 || 0x09...0x0d ~= $0 }
    return words.isEmpty ? nil : ForeignText.escaped(words.joined(separator: [0x20]), limit: 1_024)
  }

  /// Nothing: the description contains all that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTP.MediaType {
  /// Whether content of the type is meant to be read by people, or can be.
  fileprivate var isTextual: Bool {
    if type == "text" { return true }
    let suffix = subtype.split(separator: "+").last ?? ""
    return type == "application" && (suffix == "json" || suffix == "xml")
  }
}
