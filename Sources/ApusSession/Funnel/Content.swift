internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The content of a response, with its connection.
///
/// The connection is returned when the content was read to its end, when it is closed, or when it
/// is released.
///
/// Only one task at a time reads it. A closed content cannot be read, and a read that is still
/// running in another task then throws an error.
final class Content: @unchecked Sendable {
  /// The source of content that needs no connection.
  enum Source {
    case bytes([UInt8])
    /// A store, from which a first piece has been read.
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

  /// The head of the answer; fields that described a coding that is undone are gone.
  ///
  /// It is replaced as a whole, and only before the answer is delivered: Swift then has no
  /// exclusive access to check.
  var head: HTTP.ResponseHead
  /// The request that was answered, after whatever was made of the caller's.
  var prepared: PreparedRequest
  /// The number of times that interceptors have changed the head.
  private(set) var changeCount = 0
  /// The rare properties of a response, which are boxed to keep it small.
  var rare: OpenResponse.Rare?
  let hold = ContentHold()
  // The end of the content needs these during a read too.
  let lease: Lease?
  let reader: (any Caching.ContentReader)?
  /// The exchange on the network, for a cache; it is noted before the first read.
  var exchanged: Exchanged?
  /// Content that was read and not taken.
  var waiting: [UInt8]
  let decoding: ContentDecoding?
  /// The content that was received before the first read, not decoded.
  var stored: [UInt8]
  /// The recording that stores the content while it is received.
  var recording: ContentRecording?
  var isOver = false
  /// The failure that ended the content early; later reads throw it again.
  var failure: HTTPSessionError.Reason?
  var trailers: HTTP.Fields
  /// The length of the encoded content, if the head has it.
  private let wireByteCount: Int?
  /// The numbers of received bytes, encoded and decoded, that readers got.
  var receivedByteCount = 0
  var decodedByteCount = 0
  /// The call of the response, which is notified of the end.
  private(set) var call: CallContext?
  /// A Boolean value that indicates whether the response may be kept after its end.
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

  /// Creates the content of a connection, which it owns from then on.
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

  /// The length of the content, if the head has it and no coding is removed.
  var byteCount: Int? { decoding == nil ? wireByteCount : nil }

  /// The progress of reading the content.
  var progress: TransferProgress {
    TransferProgress(
      completed: receivedByteCount, total: wireByteCount, decoded: decodedByteCount)
  }

  /// Takes the head that interceptors return, for the request that was sent last.
  func change(to head: HTTP.ResponseHead, to prepared: PreparedRequest) {
    self.head = head.notingLinks(from: prepared.url)
    self.prepared = prepared
    changeCount += 1
  }

  /// Makes this the response of a call, before the first read.
  func answer(_ call: CallContext) { self.call = call }

  /// Ends the count of the call with the content, because its reader may keep the response. It is
  /// called before the first read.
  func outlivesCall() {
    isOutliving = true
    if isOver { call?.leave() }
  }

  /// Is stored as it comes, from its beginning.
  func record(_ recording: ContentRecording) {
    self.recording = recording
    // The bytes of a stub would have been returned unchanged; now they are decoded.
    if decoding == nil, lease == nil { swap(&stored, &waiting) }
  }

  /// A Boolean value that indicates whether it is stored as it comes.
  var isRecorded: Bool { recording != nil }

  // The rest of the content is not awaited here; the connection is kept only if it is complete.
  deinit { close() }

  /// A Boolean value that indicates whether a task is reading.
  var isReading: Bool { hold.isReading }

  /// The bytes of the connection, if it no longer uses HTTP.
  var rawBytes: RawBytes? { lease?.rawBytes }
}

// MARK: Reading

extension Content: PendingContent {
  /// Returns the next piece, or nil at the end.
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

  /// Applies the slowness limit to a body that is being saved.
  func beSaved() { lease?.limitSlowness() }

  /// Appends content; false once it is whole, and then the connection was given back.
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

  /// Appends content as it was sent; false at the end.
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
