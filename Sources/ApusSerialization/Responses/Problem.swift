public import ApusHTTP

extension HTTP {
  /// The details of a failure, as servers describe it in `application/problem+json`.
  ///
  ///     } catch let error as HTTPSessionError {
  ///       log(error.problem?.title ?? "\(error)")
  ///     }
  ///
  /// A member whose value is of another type than the standard's is ignored. The texts are from the
  /// server. RFC 9457 section 3.
  public struct Problem: Sendable, Hashable {
    /// The reference that identifies the type of the problem; the default is `about:blank`.
    public var type = "about:blank"
    /// The summary of the type of the problem.
    public var title: String?
    /// The status of the response, as its origin generated it.
    public var status: Int?
    /// The explanation of this occurrence.
    public var detail: String?
    /// The reference that identifies this occurrence.
    public var instance: String?
    /// The other members, by name.
    public var extensions: [String: JSON.Value] = [:]

    /// Creates a problem of the default type without other members.
    public init() {}
  }
}

extension HTTP.Problem: Decodable {
  /// Reads a problem from JSON of any coder.
  ///
  /// - Parameter decoder: The decoder of the format.
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
  /// The details of a failure; nil unless the body is a valid `application/problem+json`.
  ///
  /// RFC 9457 section 3.
  public var problem: HTTP.Problem? {
    guard let value = headers[.contentType], let type = try? HTTP.MediaType(value.bytes.span),
      type.type == "application", type.subtype == "problem+json"
    else { return nil }
    return try? JSONCoder().decode(HTTP.Problem.self, from: body)
  }
}
