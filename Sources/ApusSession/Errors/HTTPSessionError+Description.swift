internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP
internal import ApusSerialization

extension HTTPSessionError: CustomStringConvertible, CustomReflectable {
  /// A description of the request and the failure, without header fields and query values.
  public var description: String { description(of: statement, hint?.words) }

  /// A description of the failure without the request.
  package var statement: String { statement(timeout?.setting ?? "") }

  /// Returns a description of the failure without the request.
  ///
  /// - Parameter setting: The name of the setting for the expired time limit.
  package func statement(_ setting: String) -> String {
    if let received, case .response(.truncated) = reason {
      return "the connection ended before the end of the response, after \(received)"
    }
    var words = reason.description
    if case .timedOut = reason, let timeout {
      words = timeout.description(of: setting, hasResponse: response != nil)
    }
    return received.map { "\(words), after \($0)" } ?? words
  }

  /// Returns the description with different texts for the failure and its remedy, such as the
  /// options of a tool.
  package func description(of statement: String, _ remedy: String?) -> String {
    let subject =
      request.map { "\($0.method) \($0.target.redacted): " } ?? subject.map { "\($0): " } ?? ""
    let remedy = remedy.map { "; \($0)" } ?? ""
    // The error of a serializer contains the accepted values in addition to the facts of the error
    // reason.
    if let error = given as? ResponseSerializationError {
      return ForeignText.bounded(subject + "\(error)" + place + remedy + repetitions)
    }
    let words = reason.description
    var cause = given.map { "\($0)" } ?? ""
    // The statement already has the expired limit, so the cause only adds the addresses.
    if case .timedOut = reason, let fault = given as? Connections.NetworkFault {
      cause = fault.attemptResults
    }
    // The reason of a serializer already contains the error, except for the line number in a
    // stream.
    if case .serialization = reason {
      cause = ""
      if case .undecodable(let line, _) = given as? JSON.LineError {
        cause = "line \(line) of the stream"
      }
    }
    return ForeignText.bounded(
      subject + statement + place + (cause.isEmpty || cause == words ? "" : " (\(cause))")
        + remedy + repetitions)
  }

  /// A text with the numbers of redirects and of attempts, if there were several.
  private var repetitions: String {
    let word = redirects.count == 1 ? "redirect" : "redirects"
    let way = redirects.first.map { " (\(redirects.count) \(word) from \($0.source.origin))" }
    let count = attempts - redirects.count
    return (way ?? "") + (count > 1 ? ", \(count) attempts" : "")
  }

  /// A text with the target of a redirect that was not followed.
  private var place: String {
    guard case .status(300..<400) = reason, let location = response?.headers[.location] else {
      return ""
    }
    let target = HTTP.Target.reference(location.text)
    return ", a redirect to \(target.redacted) that was not followed"
  }

  /// The first 200 characters of a textual response as one line, such as a message of the server.
  ///
  /// The value is `nil` if there is no response, or if the response contains no text. The
  /// description of the error never contains text of the response.
  public var explanation: String? {
    guard let response, !response.body.isEmpty, let value = response.headers[.contentType],
      let type = try? HTTP.MediaType(value.bytes.span), type.isTextual
    else { return nil }
    let words = String(response.text.unicodeScalars.prefix(200)).utf8
      .split { $0 == 0x20 || 0x09...0x0d ~= $0 }
    return words.isEmpty ? nil : ForeignText.escaped(words.joined(separator: [0x20]), limit: 1_024)
  }

  /// An empty mirror, because the description contains all facts that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPSessionError.Received: CustomStringConvertible {
  /// A description of the numbers of bytes, such as "1,000,000 of 4,194,304 bytes of content".
  public var description: String {
    let total = expected.map { " of \(Self.grouped($0))" } ?? ""
    return "\(Self.grouped(byteCount))\(total) bytes of content"
  }

  /// Returns a decimal number with a comma before each group of three digits.
  private static func grouped(_ number: Int) -> String {
    let digits = Array("\(number)".utf8)
    var grouped: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(0x2c) }
      grouped.append(digit)
    }
    return String(decoding: grouped, as: UTF8.self)
  }
}

extension HTTP.MediaType {
  /// A Boolean value that indicates whether content of the media type is readable text.
  fileprivate var isTextual: Bool {
    if type == "text" { return true }
    let suffix = subtype.split(separator: "+").last ?? ""
    return type == "application" && (suffix == "json" || suffix == "xml")
  }
}
