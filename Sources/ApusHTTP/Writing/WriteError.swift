extension HTTP {
  /// The reason that a message was not written; no part of its head is in the buffer then.
  ///
  /// Values are never repeated here, because the faulty one may be a secret.
  public enum WriteError: Error, Equatable, Sendable {
    /// The method is not a token; the byte at this offset is the first that no token has.
    case invalidMethod(at: Int)
    /// A path or query holds a byte that no request target has, or does not begin with `/`; the
    /// offset counts in the target as it would have been sent.
    case invalidTarget(at: Int)
    /// Not a host: empty, not ASCII, percent-encoded, or against the grammar of names and
    /// addresses; or a `Host` field with an invalid port.
    case invalidHost
    /// A port outside 1 to 65535.
    case invalidPort(Int)
    /// A scheme other than `http` and `https`.
    case invalidScheme
    /// The method and the form of target do not go together, such as `*` without `OPTIONS`.
    case targetDoesNotFitMethod
    /// A field's name is not a token; the byte at this offset is the first that no token has.
    case invalidFieldName(FieldName, at: Int)
    /// A field's value holds a control byte at this offset of the value.
    case invalidFieldValue(FieldName, at: Int)
    /// A reason phrase holds a control byte.
    case invalidReason(at: Int)
    /// More than one line of a field that must occur once.
    case repeatedField(FieldName)
    /// The caller gave a field that only the writer may write.
    case reservedField(FieldName)
    /// The caller's `Content-Length` is not the length of the body.
    case contentLengthDiffers(body: BodyLength)
    /// `Expect: 100-continue` on a request without content.
    case expectsContinueWithoutContent
    /// A body of fewer than no bytes.
    case invalidBodyLength(Int)
    /// A body where the method or the status has none.
    case bodyNotAllowed
    /// A body of unknown length for a peer that does not know the chunked coding.
    case lengthRequired
    /// Trailers without the chunked coding.
    case trailersNeedChunks
    /// A field that is not allowed in a trailer section.
    case forbiddenTrailer(FieldName)
    /// The body is longer than announced; no part of the excess was written.
    case bodyTooLong(announced: Int)
    /// The body turned out shorter than announced.
    case bodyTooShort(announced: Int, written: Int)
    /// The body was written to after its end, or after a failure.
    case bodyEnded
  }
}

extension HTTP.WriteError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidMethod(let at): "byte \(at) of the request method is not allowed in a method name"
    case .invalidTarget(let at): "byte \(at) of the request target is not allowed in a target"
    case .invalidHost: "the host of the request is neither a host name nor an IP address"
    case .invalidPort(let port): "the port \(port) is not a number from 1 to 65535"
    case .invalidScheme: "the scheme of the request is neither http nor https"
    case .targetDoesNotFitMethod: "the request method does not allow this form of request target"
    case .invalidFieldName(let name, let at):
      "byte \(at) of the field name \"\(ForeignText.escaped(name.text.utf8))\" is not "
        + "allowed in a field name"
    case .invalidFieldValue(let name, let at):
      "byte \(at) of the value of the field \(ForeignText.escaped(name.text.utf8)) is a "
        + "control character"
    case .invalidReason(let at): "byte \(at) of the reason phrase is a control character"
    case .repeatedField(let name): "the header field \(name) must not be repeated"
    case .reservedField(let name):
      "the header field \(name) must not be set, because Apus writes this field"
    case .contentLengthDiffers(let body):
      "the Content-Length field differs from the length of the body: \(body)"
    case .expectsContinueWithoutContent:
      "the request has the field Expect: 100-continue, but no content"
    case .invalidBodyLength(let count): "the stated body length of \(count) bytes is not possible"
    case .bodyNotAllowed:
      "the message has a body, but the method or the status does not allow a body"
    case .lengthRequired:
      "a body of unknown length can only be sent to a peer that supports HTTP/1.1"
    case .trailersNeedChunks:
      "trailer fields can only be sent after a body of unknown length, which is sent in "
        + "chunks"
    case .forbiddenTrailer(let name): "the field \(name) is not allowed in a trailer section"
    case .bodyTooLong(let announced): "the body is longer than the announced \(announced) bytes"
    case .bodyTooShort(let announced, let written):
      "the body ended after \(written) of the announced \(announced) bytes"
    case .bodyEnded: "the body has ended, so no more bytes can be written"
    }
  }
}
