extension HTTP {
  /// The content of a request, with its length and the number of times that the content can be
  /// read.
  ///
  ///     try await api.post("notes", .text("Remember the milk."))
  ///     try await api.put("users/7", .json(["name": "Ada", "age": 36]))
  ///
  /// A body is a value without side effects: creating a body opens no file and starts no sequence.
  public struct Body: Sendable {
    /// The number of times that the bytes of a request body can be read.
    public enum Replay: Sendable, Hashable {
      /// The content can be read any number of times, so the session may send the request again.
      case always
      /// The content can be read once, because the body does not store the bytes after reading.
      case once
    }

    /// The source of a body's bytes.
    package enum Content: Sendable {
      case bytes([UInt8])
      case file(FilePart)
      case sequence(BodySource)
      /// Several bodies that are sent in a row.
      case joined([Body])
      /// Content that the session converts to bytes when the session sends the request.
      case unwritten(any UnwrittenContent)
    }

    package let content: Content
    /// The length of the body.
    /// The value is `nil` if the session measures or writes the content when the request is sent.
    public internal(set) var length: BodyLength?
    /// The number of times that the session can send the body.
    public let replay: Replay
    /// The media type of the content, which the session sends if the request has no `Content-Type`
    /// field.
    public var mediaType: MediaType?
    /// The body's optional properties, which few bodies have.
    private var extras: Extras?

    /// The optional properties of a body, in a class instance because each step of a request copies
    /// the body.
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

    /// The trailer fields, which follow the content. A body with trailer fields is sent in chunks.
    public var trailers: Fields {
      get { extras?.values.trailers ?? Fields() }
      set { values.trailers = newValue }
    }
    /// The maximum speed of sending the body; `nil` for no limit.
    public var throttle: Throttle? {
      get { extras?.values.throttle }
      set { values.throttle = newValue }
    }
    /// The content coding of the body, which is applied in advance or while the session sends the
    /// body.
    public internal(set) var coding: ContentCoding? {
      get { extras?.values.coding }
      set { values.coding = newValue }
    }
    /// The compression level for the body while the session sends it. The value is `nil` if the
    /// session does not compress the body.
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
  /// A body without content.
  public static let empty = HTTP.Body(.bytes([]), HTTP.BodyLength.none, .always)

  /// Returns a body of a byte array.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the body.
  ///   - mediaType: The media type of the content; `nil` for no media type.
  public static func bytes(_ bytes: [UInt8], _ mediaType: HTTP.MediaType? = nil) -> HTTP.Body {
    var body = HTTP.Body(.bytes(bytes), .known(bytes.count), .always)
    body.mediaType = mediaType
    return body
  }

  /// Returns a body of any collection of bytes, such as `Data`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the body, which are copied.
  ///   - mediaType: The media type of the content; `nil` for no media type.
  public static func bytes(
    _ bytes: some Collection<UInt8>, _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body {
    .bytes(Array(bytes), mediaType)
  }

  /// Returns a body of a file's bytes from an offset on.
  /// The session opens and reads the file while it sends the request.
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

  /// Returns a body of a file's bytes. The path of the file need not be valid UTF-8.
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

  /// Returns a body of an asynchronous sequence of byte collections, which the session reads while
  /// it sends the request.
  ///
  /// The session sends the content in chunks. Pass `.always` if each new iterator of the sequence
  /// begins at the start of the content.
  ///
  /// A session reads the sequence in a separate task, one piece ahead. The session reads the
  /// server's response at the same time, so a sequence may wait for the response to its own
  /// request. The session cancels the task if the rest of the sequence is not needed.
  ///
  /// - Parameters:
  ///   - source: The sequence, whose elements are the pieces of the content.
  ///   - replay: The number of attempts that can read the sequence: one attempt or every attempt.
  ///   - mediaType: The media type of the content; `nil` for no media type.
  public static func sequence<Source: AsyncSequence & Sendable>(
    _ source: Source, replay: Replay = .once, _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body where Source.Element: Collection<UInt8> {
    var body = HTTP.Body(.sequence(BodySource(source)), .unknown, replay)
    body.mediaType = mediaType
    return body
  }

  /// An error for a length that no body can have, such as a negative length.
  public struct InvalidLength: Error, Equatable, CustomStringConvertible {
    /// The invalid length in bytes.
    public let byteCount: Int

    public var description: String {
      "the stated body length of \(byteCount) bytes is not possible"
    }
  }

  /// Returns a body of an asynchronous sequence with an announced length, which the session
  /// enforces.
  ///
  /// The function throws an error if the length is negative.
  ///
  /// - Parameters:
  ///   - source: The sequence, whose elements are the pieces of the content.
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

  /// The bytes of the body, if all of them are in memory; otherwise `nil`.
  ///
  /// The property copies the bytes of joined bodies into one array.
  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = content { return bytes }
    return heldPieces.map { Array($0.joined()) }
  }

  /// Returns a body whose content the session writes when the session sends the request.
  package static func unwritten(
    _ content: some UnwrittenContent, _ mediaType: HTTP.MediaType?
  ) -> HTTP.Body {
    var body = HTTP.Body(.unwritten(content), nil, .always)
    body.mediaType = mediaType
    return body
  }

  /// A Boolean value that indicates whether the body is empty.
  public var isEmpty: Bool { length == HTTP.BodyLength.none || length == .known(0) }

  /// A range of bytes in a file.
  package struct FilePart: Sendable, Hashable {
    /// The bytes of the file's path, which need not be valid UTF-8.
    package let path: [UInt8]
    package let offset: Int
    /// The number of bytes in the range; `nil` for all bytes up to the end of the file.
    package let byteCount: Int?
  }
}

/// Content that a session converts to a body when the session sends the request. The conversion
/// depends on the session's settings.
package protocol UnwrittenContent: Sendable {}
