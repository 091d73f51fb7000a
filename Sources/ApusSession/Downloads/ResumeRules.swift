internal import ApusConnections
internal import ApusHTTP

/// The rules for the response to a request for the rest of a download.
///
/// The request has the fields `Range` and `If-Range`, and accepts no content coding.
///
/// RFC 9110 sections 13.1.5, 14.4, 15.3.7 and 15.5.17.
struct ResumeRules {
  let token: HTTPSession.ResumeToken

  enum Step: Equatable {
    /// The content of the response is the rest of a representation with the given total length.
    case append(total: Int)
    /// The content of the response is the whole representation, which replaces the partial file.
    case begin
    /// The partial file is already complete if its digest matches the expected digest.
    case compare
    /// The partial file is unusable, and the session requests the whole representation.
    case restart
    /// The server has sent a byte range that the session did not request.
    case refuse
  }

  func step(_ head: HTTP.ResponseHead) -> Step {
    switch head.status.code {
    case 206: return part(head.fields)
    case 416:
      let length = head.fields[.contentRange].flatMap {
        ReceivedRange.unsatisfiedLength($0.bytes.span)
      }
      return length == UInt64(token.byteCount) ? .compare : .restart
    default: return .begin
    }
  }

  /// Checks that the received range begins at the end of the partial file and reaches the end of
  /// the representation.
  private func part(_ fields: HTTP.Fields) -> Step {
    guard !fields.isOfSeveralParts, let value = fields[.contentRange],
      let range = ReceivedRange(value.bytes.span), range.first == UInt64(token.byteCount),
      let length = range.length, range.last == length - 1, let total = Int(exactly: length)
    else { return .refuse }
    guard total == token.total ?? total, isOfSameVersion(fields),
      !fields.contains(.contentEncoding)
    else { return .restart }
    return .append(total: total)
  }

  /// Returns whether a response contains the rest of the representation in the partial file.
  ///
  /// A partial response has the entity tag of the whole representation, but may omit
  /// `Last-Modified`.
  private func isOfSameVersion(_ fields: HTTP.Fields) -> Bool {
    let bytes = Array(token.validator.utf8)
    guard !token.isTagged else { return fields[.etag]?.bytes == bytes }
    guard let changed = fields[.lastModified] else { return true }
    return changed.bytes == bytes
  }
}

extension HTTP.Fields {
  /// A Boolean value that indicates whether the content type is `multipart/byteranges`.
  fileprivate var isOfSeveralParts: Bool {
    guard let value = self[.contentType],
      let type = try? HTTP.MediaType(ignoringParametersOf: value.bytes.span)
    else { return false }
    return type.type == "multipart" && type.subtype == "byteranges"
  }
}
