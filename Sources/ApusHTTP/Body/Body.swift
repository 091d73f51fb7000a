extension HTTP {
  /// The content of a request, with its length and the way to send it again.
  ///
  ///     try await api.post("notes", .text("Remember the milk."))
  ///     try await api.put("users/7", .json(["name": "Ada", "age": 36]))
  ///
  /// A body is a value without side effects: it opens no file and starts no sequence before the
  /// request is sent.
  public struct Body: Sendable {
    /// The number of times that a body's bytes can be read.
    public enum Replay: Sendable, Hashable {
      /// Any number of times: a request may be sent again.
      case always
      /// Once: the bytes are not kept after reading.
      case once
    }

    /// The source of the bytes.
    package enum Content: Sendable {
      case bytes([UInt8])
      case file(FilePart)
      case sequence(BodySource)
      /// Several bodies in a row.
      case joined([Body])
      /// Content that the session writes when the request is sent.
      case unwritten(any UnwrittenContent)
    }

    package let content: Content
    /// The length of the body; nil if it is measured or written when the request is sent.
    public internal(set) var length: BodyLength?
    /// The number of times that the body can be sent.
    public let replay: Replay
    /// The media type, for a request that does not state one itself.
    public var mediaType: MediaType?
    /// Properties that few bodies have.
    private var extras: Extras?

    /// It is boxed, because each step of a request passes the body on.
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

    /// Fields sent after the content, which is then sent in chunks.
    public var trailers: Fields {
      get { extras?.values.trailers ?? Fields() }
      set { values.trailers = newValue }
    }
    /// The highest speed of sending; nil for no limit.
    public var throttle: Throttle? {
      get { extras?.values.throttle }
      set { values.throttle = newValue }
    }
    /// The coding that the body has, or is given while it is sent.
    public internal(set) var coding: ContentCoding? {
      get { extras?.values.coding }
      set { values.coding = newValue }
    }
    /// The level of compression while the body is sent; nil for none.
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
  /// No content at all.
  public static let empty = HTTP.Body(.bytes([]), HTTP.BodyLength.none, .always)

  /// Makes a body of bytes.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - mediaType: The type of the content; nil for none.
  public static func bytes(_ bytes: [UInt8], _ mediaType: HTTP.MediaType? = nil) -> HTTP.Body {
    var body = HTTP.Body(.bytes(bytes), .known(bytes.count), .always)
    body.mediaType = mediaType
    return body
  }

  /// Makes a body of any collection of bytes, such as `Data`.
  ///
  /// - Parameters:
  ///   - bytes: The content, which is copied.
  ///   - mediaType: The type of the content; nil for none.
  public static func bytes(
    _ bytes: some Collection<UInt8>, _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body {
    .bytes(Array(bytes), mediaType)
  }

  /// Makes a body of a file, from an offset on, which is opened and read while it is sent.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - offset: The offset of the first byte to send.
  ///   - byteCount: The number of bytes to send; nil for all that follow.
  ///   - mediaType: The media type; nil for the type of the name's ending if all of it is sent.
  public static func file(
    _ path: String, from offset: Int = 0, byteCount: Int? = nil,
    _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body {
    let isWhole = offset == 0 && byteCount == nil
    return file(
      pathBytes: Array(path.utf8), from: offset, byteCount: byteCount,
      mediaType ?? (isWhole ? .ofFile(named: path) : nil))
  }

  /// Makes a body of a file whose path need not be text.
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

  /// Creates a body from an asynchronous sequence of byte collections, which is read as it is sent.
  ///
  /// The content is sent in chunks. Pass `.always` if each new iterator begins at the start.
  ///
  /// A session reads the sequence in a task of its own, one piece ahead, and reads the server's
  /// response at the same time: a sequence may wait for the response to its own request. The task
  /// is cancelled when the rest is not needed.
  ///
  /// - Parameters:
  ///   - source: The sequence, whose elements are the pieces of the content.
  ///   - replay: The attempts that can read the sequence: one, or each.
  ///   - mediaType: The type of the content; nil for none.
  public static func sequence<Source: AsyncSequence & Sendable>(
    _ source: Source, replay: Replay = .once, _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body where Source.Element: Collection<UInt8> {
    var body = HTTP.Body(.sequence(BodySource(source)), .unknown, replay)
    body.mediaType = mediaType
    return body
  }

  /// A length that no body can have.
  public struct InvalidLength: Error, Equatable, CustomStringConvertible {
    /// The length that was given.
    public let byteCount: Int

    public var description: String {
      "the stated body length of \(byteCount) bytes is not possible"
    }
  }

  /// Sends the elements of an asynchronous sequence with an announced length, which is enforced.
  ///
  /// A negative length is an error.
  ///
  /// - Parameters:
  ///   - source: The sequence, whose elements are the pieces of the content.
  ///   - byteCount: The announced number of bytes; another number is an error while sending.
  ///   - replay: The attempts that can read the sequence: one, or each.
  ///   - mediaType: The type of the content; nil for none.
  public static func sequence<Source: AsyncSequence & Sendable>(
    _ source: Source, byteCount: Int, replay: Replay = .once, _ mediaType: HTTP.MediaType? = nil
  ) throws(HTTP.Body.InvalidLength) -> HTTP.Body where Source.Element: Collection<UInt8> {
    guard byteCount >= 0 else { throw InvalidLength(byteCount: byteCount) }
    var body = sequence(source, replay: replay, mediaType)
    body.length = .known(byteCount)
    return body
  }

  /// The bytes, if the body consists of bytes in memory.
  ///
  /// The bytes of joined bodies are copied together.
  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = content { return bytes }
    return heldPieces.map { Array($0.joined()) }
  }

  /// Content that the session writes when the request is sent.
  package static func unwritten(
    _ content: some UnwrittenContent, _ mediaType: HTTP.MediaType?
  ) -> HTTP.Body {
    var body = HTTP.Body(.unwritten(content), nil, .always)
    body.mediaType = mediaType
    return body
  }

  /// A Boolean value that indicates whether the body is empty.
  public var isEmpty: Bool { length == HTTP.BodyLength.none || length == .known(0) }

  /// A part of a file.
  package struct FilePart: Sendable, Hashable {
    /// The bytes of its path, which need not be text.
    package let path: [UInt8]
    package let offset: Int
    /// The number of bytes, or nil for all remaining bytes.
    package let byteCount: Int?
  }
}

/// Content that becomes a body when the request is sent, by the settings of its session.
package protocol UnwrittenContent: Sendable {}
