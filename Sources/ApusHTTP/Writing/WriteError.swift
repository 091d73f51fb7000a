extension HTTP {
  /// The reason that a message could not be written. After an error in the message head, the output
  /// is unchanged.
  ///
  /// A write error contains no field value, because the invalid value may be a secret.
  public enum WriteError: Error, Equatable, Sendable {
    /// The method is not a token. The associated offset is the position of the first invalid byte.
    case invalidMethod(at: Int)
    /// The path or query contains an invalid byte, or the path does not begin with `/`. The offset
    /// is counted from the start of the request target.
    case invalidTarget(at: Int)
    /// The host is not a valid ASCII host name or IP address, or the `Host` field has an invalid
    /// port.
    case invalidHost
    /// The port is outside the range from 1 to 65535.
    case invalidPort(Int)
    /// The scheme is neither `http` nor `https`.
    case invalidScheme
    /// The form of the request target is invalid for the method, such as `*` without `OPTIONS`.
    case targetDoesNotFitMethod
    /// A field name is not a token. The associated offset is the position of the first invalid
    /// byte.
    case invalidFieldName(FieldName, at: Int)
    /// A field value contains a control character at the associated offset.
    case invalidFieldValue(FieldName, at: Int)
    /// The reason phrase contains a control character.
    case invalidReason(at: Int)
    /// The message contains a field more than once that may occur only once.
    case repeatedField(FieldName)
    /// The caller passed a field that only the message writer may write, such as
    /// `Transfer-Encoding`.
    case reservedField(FieldName)
    /// The caller's `Content-Length` differs from the length of the body.
    case contentLengthDiffers(body: BodyLength)
    /// The request has `Expect: 100-continue` but no content.
    case expectsContinueWithoutContent
    /// The given length of the body is negative.
    case invalidBodyLength(Int)
    /// The message has a body, but the method or the status does not allow a body.
    case bodyNotAllowed
    /// The length of the body is unknown, but the peer does not support the chunked coding.
    case lengthRequired
    /// The message has trailer fields, which require a chunked body.
    case trailersNeedChunks
    /// The field is not allowed in a trailer section.
    case forbiddenTrailer(FieldName)
    /// The body is longer than its announced length. The writer has not written the excess bytes.
    case bodyTooLong(announced: Int)
    /// The body is shorter than its announced length.
    case bodyTooShort(announced: Int, written: Int)
    /// The caller wrote to the body after its end or after an error.
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
