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
    case .invalidMethod(let at): "byte \(at) of the method is not allowed in a token"
    case .invalidTarget(let at): "byte \(at) of the request target is not allowed there"
    case .invalidHost: "the host is empty or neither a name nor an address"
    case .invalidPort(let port): "port \(port) is outside 1 to 65535"
    case .invalidScheme: "the scheme is neither http nor https"
    case .targetDoesNotFitMethod: "the method cannot have this form of request target"
    case .invalidFieldName(let name, let at):
      "byte \(at) of the field name \"\(ForeignText.escaped(name.text.utf8))\" is not allowed in "
        + "a token"
    case .invalidFieldValue(let name, let at):
      "byte \(at) of the value of \(ForeignText.escaped(name.text.utf8)) is a control character"
    case .invalidReason(let at): "byte \(at) of the reason phrase is a control character"
    case .repeatedField(let name): "\(name) may be given once only"
    case .reservedField(let name): "\(name) is written by the codec and cannot be given"
    case .contentLengthDiffers(let body):
      "Content-Length is given and differs from the body: \(body)"
    case .expectsContinueWithoutContent: "Expect: 100-continue on a request without content"
    case .invalidBodyLength(let count): "a body cannot have \(count) bytes"
    case .bodyNotAllowed: "a body where the method or the status has none"
    case .lengthRequired: "a body of unknown length needs a peer that speaks HTTP/1.1"
    case .trailersNeedChunks: "trailers need a body of unknown length, which is sent in chunks"
    case .forbiddenTrailer(let name): "\(name) is not allowed in a trailer section"
    case .bodyTooLong(let announced): "the body is longer than the \(announced) bytes announced"
    case .bodyTooShort(let announced, let written):
      "the body ended after \(written) of the \(announced) bytes announced"
    case .bodyEnded: "the body has ended"
    }
  }
}
