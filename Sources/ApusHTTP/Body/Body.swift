extension HTTP {
  /// The body of a request: the source of the content, the length, and the number of times that the
  /// content can be read.
  ///
  ///     try await api.post("notes", .text("Remember the milk."))
  ///     try await api.put("users/7", .json(["name": "Ada", "age": 36]))
  ///
  /// The initialization of a request body has no side effects. The session opens a file, or starts
  /// a sequence, when it sends the request.
  public struct Body: Sendable {
    /// The number of times that the bytes of a request body can be read.
    public enum Replay: Sendable, Hashable {
      /// The content can be read any number of times, so the session may send the request again.
      case always
      /// The content can be read only once, because the request body does not store the bytes that
      /// were read.
      case once
    }

    /// The source of a body's bytes.
    package enum Content: Sendable {
      case bytes([UInt8])
      case file(FilePart)
      case sequence(BodySource)
      /// Several request bodies that the session sends one after another as one body.
      case joined([Body])
      /// Content that the session converts to bytes when it sends the request, such as a value to
      /// encode as JSON.
      case unwritten(any UnwrittenContent)
    }

    package let content: Content
    /// The length of the request body. The value is `nil` if the session determines the length when
    /// it sends the request.
    public internal(set) var length: BodyLength?
    /// The number of times that the session can send the request body.
    public let replay: Replay
    /// The media type of the request body. The session sends the media type if the request has no
    /// `Content-Type` field.
    public var mediaType: MediaType?
    /// The optional properties of the request body, such as the trailer fields.
    private var extras: Extras?

    /// The optional properties of a request body. A class instance stores the properties because
    /// the session copies the body often.
    private final class Extras: Sendable {
      let values: Values

      init(_ values: Values) { self.values = values }
    }

    private struct Values {
      var trailers = Fields()
      var throttle: Throttle?
      var coding: ContentCoding?
      var compression: GzipEncoder.Level?
    }

    private var values: Values {
      get { extras?.values ?? Values() }
      set { extras = Extras(newValue) }
    }

    /// The trailer fields, which the session sends after the content. The session sends a body with
    /// trailer fields in chunks.
    public var trailers: Fields {
      get { extras?.values.trailers ?? Fields() }
      set { values.trailers = newValue }
    }
    /// The maximum upload speed of the request body. The value is `nil` if the upload speed is
    /// unlimited.
    public var throttle: Throttle? {
      get { extras?.values.throttle }
      set { values.throttle = newValue }
    }
    /// The content coding of the request body, such as gzip. The coding is applied in advance or
    /// while the session sends the body.
    public internal(set) var coding: ContentCoding? {
      get { extras?.values.coding }
      set { values.coding = newValue }
    }
    /// The gzip compression level of the request body. The value is `nil` if the session does not
    /// compress the body.
    package internal(set) var compression: GzipEncoder.Level? {
      get { extras?.values.compression }
      set { values.compression = newValue }
    }

    init(_ content: Content, _ length: BodyLength?, _ replay: Replay) {
      self.content = content
      self.length = length
      self.replay = replay
    }
  }
}

extension HTTP.Body {
  /// A request body without content.
  public static let empty = HTTP.Body(.bytes([]), HTTP.BodyLength.none, .always)

  /// Returns a request body with the bytes of an array.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the body.
  ///   - mediaType: The media type of the content; `nil` for no media type.
  public static func bytes(_ bytes: [UInt8], _ mediaType: HTTP.MediaType? = nil) -> HTTP.Body {
    var body = HTTP.Body(.bytes(bytes), .known(bytes.count), .always)
    body.mediaType = mediaType
    return body
  }

  /// Returns a request body with the bytes of any collection, such as `Data`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the body, which are copied.
  ///   - mediaType: The media type of the content; `nil` for no media type.
  public static func bytes(
    _ bytes: some Collection<UInt8>, _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body {
    .bytes(Array(bytes), mediaType)
  }

  /// Returns a request body with the bytes of a file. The session opens and reads the file while it
  /// sends the request.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - offset: The offset of the first byte to send.
  ///   - byteCount: The number of bytes to send; `nil` for all bytes after the offset.
  ///   - mediaType: The media type of the content; `nil` for the type of the file extension if the
  ///     whole file is sent.
  public static func file(
    _ path: String, from offset: Int = 0, byteCount: Int? = nil,
    _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body {
    let isWhole = offset == 0 && byteCount == nil
    return file(
      pathBytes: Array(path.utf8), from: offset, byteCount: byteCount,
      mediaType ?? (isWhole ? .ofFile(named: path) : nil))
  }

  /// Returns a request body with the bytes of a file, whose path may contain bytes that are not
  /// valid UTF-8.
  package static func file(
    pathBytes path: [UInt8], from offset: Int = 0, byteCount: Int? = nil,
    _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body {
    precondition(offset >= 0 && byteCount ?? 0 >= 0, "a part of a file before its start")
    let part = FilePart(path: path, offset: offset, byteCount: byteCount)
    var body = HTTP.Body(.file(part), byteCount.map { .known($0) }, .always)
    body.mediaType = mediaType
    return body
  }

  /// Returns a request body with the bytes of an asynchronous sequence. The session reads the
  /// sequence while it sends the request.
  ///
  /// The session sends the content in chunks. Pass `.always` if each new iterator of the sequence
  /// begins at the start of the content.
  ///
  /// The session reads the sequence in a separate task, one element ahead of the connection. The
  /// session reads the server's response at the same time, so the sequence may wait for the
  /// response. The session cancels the task if it does not need the rest of the sequence.
  ///
  /// - Parameters:
  ///   - source: The sequence of byte collections, which together form the content.
  ///   - replay: The number of attempts that can read the sequence: one attempt or every attempt.
  ///   - mediaType: The media type of the content; `nil` for no media type.
  public static func sequence<Source: AsyncSequence & Sendable>(
    _ source: Source, replay: Replay = .once, _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body where Source.Element: Collection<UInt8> {
    var body = HTTP.Body(.sequence(BodySource(source)), .unknown, replay)
    body.mediaType = mediaType
    return body
  }

  /// An error for an invalid length of a request body, such as a negative length.
  public struct InvalidLength: Error, Equatable, CustomStringConvertible {
    /// The invalid number of bytes that the caller passed as the length of a request body.
    public let byteCount: Int

    public var description: String {
      "the stated body length of \(byteCount) bytes is not possible"
    }
  }

  /// Returns a request body with the bytes of an asynchronous sequence and a `Content-Length` that
  /// the session enforces.
  ///
  /// The function throws an `InvalidLength` error if the length is negative.
  ///
  /// - Parameters:
  ///   - source: The sequence of byte collections, which together form the content.
  ///   - byteCount: The announced number of bytes; sending fails if the sequence yields another
  ///     number of bytes.
  ///   - replay: The number of attempts that can read the sequence: one attempt or every attempt.
  ///   - mediaType: The media type of the content; `nil` for no media type.
  public static func sequence<Source: AsyncSequence & Sendable>(
    _ source: Source, byteCount: Int, replay: Replay = .once, _ mediaType: HTTP.MediaType? = nil
  ) throws(HTTP.Body.InvalidLength) -> HTTP.Body where Source.Element: Collection<UInt8> {
    guard byteCount >= 0 else { throw InvalidLength(byteCount: byteCount) }
    var body = sequence(source, replay: replay, mediaType)
    body.length = .known(byteCount)
    return body
  }

  /// The bytes of the request body. The value is `nil` if a part of the body is not in memory.
  ///
  /// The property copies the bytes of joined bodies into one array.
  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = content { return bytes }
    return heldPieces.map { Array($0.joined()) }
  }

  /// Returns a request body whose content the session writes when it sends the request.
  package static func unwritten(
    _ content: some UnwrittenContent, _ mediaType: HTTP.MediaType?
  ) -> HTTP.Body {
    var body = HTTP.Body(.unwritten(content), nil, .always)
    body.mediaType = mediaType
    return body
  }

  /// A Boolean value that indicates whether the request body is empty.
  public var isEmpty: Bool { length == HTTP.BodyLength.none || length == .known(0) }

  /// A range of bytes in a file.
  package struct FilePart: Sendable, Hashable {
    /// The bytes of the file's path, which need not be valid UTF-8.
    package let path: [UInt8]
    package let offset: Int
    /// The number of bytes in the range. The value is `nil` if the range ends at the end of the
    /// file.
    package let byteCount: Int?
  }
}

/// Content that the session converts to a request body when it sends the request. The conversion
/// depends on the session's settings, such as the JSON coder.
package protocol UnwrittenContent: Sendable {}
