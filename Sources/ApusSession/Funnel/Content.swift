internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The content of a response, and its connection.
///
/// The connection is returned to the pool when the content is read to its end, closed or released.
///
/// Only one task at a time may read the content. The content of a closed response cannot be read.
/// If the content is closed during a read in another task, the read throws an error.
final class Content: @unchecked Sendable {
  /// The source of response content that is not received from a connection.
  enum Source {
    case bytes([UInt8])
    /// A reader of the cache store, with the first bytes that were read.
    case store(any Caching.ContentReader, first: [UInt8], byteCount: Int?)
  }

  /// The request that was sent, and the head of the response that was received.
  final class Exchanged: Sendable {
    let prepared: PreparedRequest
    let head: HTTP.ResponseHead

    init(_ prepared: PreparedRequest, _ head: HTTP.ResponseHead) {
      self.prepared = prepared
      self.head = head
    }
  }

  /// The head of the response, without the fields that describe removed content codings.
  ///
  /// The response head is replaced only as a whole, and only before the response is returned to the
  /// caller. Therefore, Swift needs no exclusivity checks for the property `head`.
  var head: HTTP.ResponseHead
  /// The request of the response in its final form, after all changes to the caller's request.
  var prepared: PreparedRequest
  /// The number of times that interceptors have changed the head of the response.
  private(set) var changeCount = 0
  /// The properties that few responses need, which are stored in a separate object to keep the
  /// response small.
  var rare: OpenResponse.Rare?
  let hold = ContentHold()
  // The code that ends the content needs the connection and the cache reader even during a read.
  let lease: Lease?
  let reader: (any Caching.ContentReader)?
  /// The sent request and the received response head for the cache, which are stored before the
  /// first read.
  var exchanged: Exchanged?
  /// The content that was received but not yet returned to a reader.
  var waiting: [UInt8]
  let decoding: ContentDecoding?
  /// The encoded content that was received before the first read.
  var stored: [UInt8]
  /// The recording that stores the content in the cache while the content is received.
  var recording: ContentRecording?
  var isOver = false
  /// The failure that ended the content early, and that later reads throw again.
  var failure: HTTPSessionError.Reason?
  var trailers: HTTP.Fields
  /// The declared length of the encoded content, or `nil` if the head contains no length.
  private let wireByteCount: Int?
  /// The numbers of encoded and decoded content bytes that readers have received.
  var receivedByteCount = 0
  var decodedByteCount = 0
  /// The call that is notified of the end of the response content.
  private(set) var call: CallContext?
  /// A Boolean value that indicates whether the caller may keep the response after the end of the
  /// call.
  private(set) var isOutliving = false

  init(
    _ source: Source, _ decoding: ContentDecoding?, trailers: HTTP.Fields = [:],
    of head: consuming HTTP.ResponseHead, to prepared: PreparedRequest
  ) {
    self.head = head.notingLinks(from: prepared.url)
    self.prepared = prepared
    self.decoding = decoding
    self.trailers = trailers
    switch source {
    case .bytes(let bytes):
      (lease, reader) = (nil, nil)
      (waiting, stored) = decoding == nil ? (bytes, []) : ([], bytes)
      wireByteCount = bytes.count
    case .store(let reader, let first, let count):
      (lease, self.reader) = (nil, reader)
      (waiting, stored) = ([], first)
      wireByteCount = count
    }
  }

  /// Creates the content of a response on a connection, and takes ownership of the connection.
  init(
    over lease: Lease, _ decoding: ContentDecoding?, of head: consuming HTTP.ResponseHead,
    to prepared: PreparedRequest
  ) {
    self.head = head.notingLinks(from: prepared.url)
    self.prepared = prepared
    wireByteCount =
      switch lease.framing {
      case .contentLength(let count): count
      case .none: 0
      case .chunked, .untilClose, .tunnel, .upgrade: nil
      }
    (self.lease, reader) = (lease, nil)
    self.decoding = decoding
    trailers = HTTP.Fields()
    (waiting, stored) = ([], [])
  }

  /// The length of the content, or `nil` if the head contains no length or the content is decoded.
  var byteCount: Int? { decoding == nil ? wireByteCount : nil }

  /// The progress of reading the content.
  var progress: TransferProgress {
    TransferProgress(
      completed: receivedByteCount, total: wireByteCount, decoded: decodedByteCount)
  }

  /// Replaces the response head by the head that the interceptors return for the last sent request.
  func change(to head: HTTP.ResponseHead, to prepared: PreparedRequest) {
    self.head = head.notingLinks(from: prepared.url)
    self.prepared = prepared
    changeCount += 1
  }

  /// Connects the content to the call that returns it, before the first read.
  func answer(_ call: CallContext) { self.call = call }

  /// Stops counting the call as running when its content ends, because the reader may keep the
  /// response longer.
  ///
  /// The function `outlivesCall` is called before the first read of the content.
  func outlivesCall() {
    isOutliving = true
    if isOver { call?.leave() }
  }

  /// Stores the content from its beginning in the cache while the content is received.
  func record(_ recording: ContentRecording) {
    self.recording = recording
    // The bytes of a stub's response are treated like received bytes, so that the cache recording
    // stores them too.
    if decoding == nil, lease == nil { swap(&stored, &waiting) }
  }

  /// A Boolean value that indicates whether the cache stores the content while it is received.
  var isRecorded: Bool { recording != nil }

  // A deinitializer cannot wait for the rest of the content, so a connection is reused only if the
  // response is complete.
  deinit { close() }

  /// A Boolean value that indicates whether a task is reading the content.
  var isReading: Bool { hold.isReading }

  /// The raw bytes of the connection, if the connection no longer uses HTTP.
  var rawBytes: RawBytes? { lease?.rawBytes }
}

// MARK: Reading

extension Content: PendingContent {
  /// Returns the next bytes of the content, or `nil` at the end of the content.
  func next() async throws(HTTPSessionError.Reason) -> [UInt8]? {
    try claim()
    defer { leave() }
    var piece = waiting
    waiting = []
    if !piece.isEmpty {
      noteWaiting(piece)
      return piece
    }
    guard try await read(into: &piece) else { return nil }
    return piece
  }

  /// Returns the content that was received before a failure, up to a limit.
  func received(limit: Int) -> [UInt8] {
    waiting.count > limit ? Array(waiting.prefix(limit)) : waiting
  }

  /// Sets one idle timeout for all remaining content, before the first read.
  func boundByIdleTimeout() {
    if !isOver { lease?.boundByIdleTimeout() }
  }

  /// Applies the limit for slow responses to response content that is saved to a file.
  func beSaved() { lease?.limitSlowness() }

  /// Appends the next bytes of the content; returns `false` if the content is complete and the
  /// connection was returned.
  func read(into content: inout [UInt8]) async throws(HTTPSessionError.Reason) -> Bool {
    if let failure { throw failure }
    if isOver { return false }
    let before = content.count
    defer { decodedByteCount += content.count - before }
    do throws(HTTPSessionError.Reason) {
      if let decoding {
        if try await read(decoding, &content) { return true }
      } else if try await receive(into: &content) {
        noteReceived()
        return true
      }
    } catch {
      settle()
      end(error)
      throw failure ?? error
    }
    if let recording { await recording.finish() }
    settle()
    end(nil)
    return false
  }

  /// Appends the next bytes of encoded content; returns `false` at the end of the content.
  @inline(__always)
  private func receive(into content: inout [UInt8]) async throws(HTTPSessionError.Reason) -> Bool {
    let before = content.count
    defer { receivedByteCount += content.count - before }
    guard let lease else { return try await readStored(into: &content) }
    do throws(ConnectionError) {
      guard recording != nil else { return try await lease.readContent(into: &content) }
      return try await recordContent(of: lease, into: &content)
    } catch {
      throw HTTPSessionError.Reason(error)
    }
  }

  private func recordContent(
    of lease: Lease, into content: inout [UInt8]
  ) async throws(ConnectionError) -> Bool {
    let before = content.count
    guard try await lease.readContent(into: &content) else { return false }
    await recording?.write(Array(content[before...]))
    return true
  }

  private func readStored(
    into content: inout [UInt8]
  ) async throws(HTTPSessionError.Reason) -> Bool {
    if !stored.isEmpty {
      content += stored
      await recording?.write(stored)
      stored = []
      return true
    }
    guard let reader else { return false }
    do throws(Caching.StoreError) {
      guard let piece = try await reader.next() else { return false }
      content += piece
      return true
    } catch {
      throw .cache(error)
    }
  }

  private func read(
    _ decoding: ContentDecoding, _ content: inout [UInt8]
  ) async throws(HTTPSessionError.Reason) -> Bool {
    while try !decoding.decode(into: &content) {
      var coded: [UInt8] = []
      guard try await receive(into: &coded) else {
        try decoding.finish()
        return false
      }
      noteReceived()
      decoding.feed(coded)
    }
    return true
  }
}
