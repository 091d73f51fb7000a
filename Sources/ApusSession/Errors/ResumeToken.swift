public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// The token that resumes a failed download.
  ///
  ///     } catch {
  ///       try save(error.resumeToken)
  ///     }
  ///
  /// The token identifies a hidden partial file by a hash or by 128 random bits, never by a path.
  /// The partial file must be in the folder of the path that is passed to the resuming call. The
  /// token contains no header field of the request, but it contains the URL, whose query may be a
  /// secret.
  public struct ResumeToken: Sendable, Hashable {
    /// The URL of the failed download.
    public let url: HTTP.URL
    /// The number of bytes that the failed download had received.
    public let byteCount: Int
    /// The total number of content bytes, or `nil` if the length is not known.
    public let total: Int?
    /// The name of the file if the destination is a folder.
    public let name: String?
    /// The strong entity tag or the modification time of the content, in the form of the `If-Range`
    /// field.
    let validator: String
    /// The token that identifies the hidden partial file.
    let partial: PartialFile.Token

    init?(_ facts: Facts, byteCount: Int64) {
      guard let count = Int(exactly: byteCount), count > 0, facts.isValid,
        facts.total ?? count >= count
      else { return nil }
      url = facts.url
      self.byteCount = count
      total = facts.total
      name = facts.name
      validator = facts.validator
      partial = facts.partial
    }

    /// The facts about a download that are known before the download ends.
    struct Facts {
      let url: HTTP.URL
      let total: Int?
      let name: String?
      let validator: String
      let partial: PartialFile.Token

      /// A Boolean value that indicates whether the decoded facts about a download are safe and
      /// complete.
      ///
      /// Facts from an untrusted file must not name another file, and must identify the content.
      fileprivate var isValid: Bool {
        guard HTTPSession.ResumeToken.isValidator(Array(validator.utf8)) else { return false }
        return name.map { (try? HTTP.FileName(lastComponentOf: $0))?.text == $0 } ?? true
      }
    }

    /// The facts about the failed download that the token resumes.
    var facts: Facts {
      Facts(url: url, total: total, name: name, validator: validator, partial: partial)
    }

    /// A Boolean value that indicates whether the validator is an entity tag instead of a time.
    var isTagged: Bool { validator.utf8.first == 0x22 }
  }
}

extension HTTPSession.ResumeToken: CustomStringConvertible, CustomReflectable {
  /// A description of the download's progress, without the parts of its URL that may be secret.
  public var description: String {
    "\(byteCount)\(total.map { " of \($0)" } ?? "") bytes of \(HTTP.Target.url(url).redacted)"
  }

  /// An empty mirror, because the description contains all public facts.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A resume token in its encoded form (`Codable`). A decoded resume token is checked like untrusted
/// input, so it cannot name any other file.
extension HTTPSession.ResumeToken: Codable {
  private enum Key: String, CodingKey {
    case url, byteCount, total, name, validator, partial
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    url = try values.decode(HTTP.URL.self, forKey: .url)
    byteCount = try values.decode(Int.self, forKey: .byteCount)
    total = try values.decodeIfPresent(Int.self, forKey: .total)
    guard byteCount > 0, total ?? byteCount >= byteCount else {
      throw Self.invalid(
        .byteCount, values, "the byte count of the resume token must be from 1 to the total")
    }
    name = try values.decodeIfPresent(String.self, forKey: .name)
    if let name, (try? HTTP.FileName(lastComponentOf: name))?.text != name {
      throw Self.invalid(.name, values, "the file name in the resume token is not safe in a folder")
    }
    validator = try values.decode(String.self, forKey: .validator)
    guard Self.isValidator(Array(validator.utf8)) else {
      throw Self.invalid(
        .validator, values,
        "the validator of the resume token is neither a strong entity tag nor a date")
    }
    guard let token = PartialFile.Token(try values.decode(String.self, forKey: .partial)) else {
      throw Self.invalid(
        .partial, values,
        "the partial file of the resume token is not named by 32 hexadecimal digits")
    }
    partial = token
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(url, forKey: .url)
    try values.encode(byteCount, forKey: .byteCount)
    try values.encodeIfPresent(total, forKey: .total)
    try values.encodeIfPresent(name, forKey: .name)
    try values.encode(validator, forKey: .validator)
    try values.encode(partial.description, forKey: .partial)
  }

  fileprivate static func isValidator(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == 0x22 else { return (try? HTTP.Date(bytes.span)) != nil }
    return bytes.count > 1 && bytes.last == 0x22
      && bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || 0x23...0x7e ~= $0 }
  }

  private static func invalid(
    _ key: Key, _ values: KeyedDecodingContainer<Key>, _ text: String
  ) -> DecodingError {
    .dataCorruptedError(forKey: key, in: values, debugDescription: text)
  }
}
