public import ApusHTTP

extension HTTP {
  /// The problem details of a failure, which a server sends as `application/problem+json`.
  ///
  ///     } catch let error as HTTPSessionError {
  ///       log(error.problem?.title ?? "\(error)")
  ///     }
  ///
  /// A standard member with a value of the wrong type is ignored. The texts of the problem details
  /// come from the server and are untrusted. RFC 9457 section 3.
  public struct Problem: Sendable, Hashable {
    /// The URI reference that identifies the problem type; the default is `about:blank`.
    public var type = "about:blank"
    /// The short, human-readable summary of the problem type.
    public var title: String?
    /// The status code that the origin server generated for the problem.
    public var status: Int?
    /// The human-readable explanation of this occurrence of the problem.
    public var detail: String?
    /// The URI reference that identifies this occurrence of the problem.
    public var instance: String?
    /// The extension members of the problem details, which RFC 9457 does not define, by name.
    public var extensions: [String: JSON.Value] = [:]

    /// Creates problem details with the type `about:blank`.
    public init() {}
  }
}

extension HTTP.Problem: Decodable {
  /// Decodes problem details from JSON with any coder.
  ///
  /// - Parameter decoder: The decoder that provides the members.
  public init(from decoder: any Decoder) throws {
    self.init()
    let members = try decoder.container(keyedBy: PathKey.self)
    for key in members.allKeys {
      let value = try members.decode(JSON.Value.self, forKey: key)
      switch key.stringValue {
      case "type": type = value.string ?? type
      case "title": title = value.string
      case "status": status = value.int
      case "detail": detail = value.string
      case "instance": instance = value.string
      default: extensions[key.stringValue] = value
      }
    }
  }
}

extension HTTP.Response {
  /// The problem details in the response. The value is `nil` if the body is not a valid
  /// `application/problem+json` document.
  ///
  /// RFC 9457 section 3.
  public var problem: HTTP.Problem? {
    guard let value = headers[.contentType], let type = try? HTTP.MediaType(value.bytes.span),
      type.type == "application", type.subtype == "problem+json"
    else { return nil }
    return try? JSONCoder().decode(HTTP.Problem.self, from: body)
  }
}
