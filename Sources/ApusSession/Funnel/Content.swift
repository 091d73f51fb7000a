internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The content of an answer, which owns the connection that it comes over and gives that back: when
/// it was read to its end, when it is closed, or when it is released.
///
/// One task at a time reads it. Once it is closed no more can be read, and a read that is still
/// under way then, in a task that was left behind, ends with an error.
final class Content: @unchecked Sendable {
  /// Where content comes from that is here already.
  enum Source {
    case bytes([UInt8])
    /// A store, of which a first piece has been read.
    case store(any Caching.ContentReader, first: [UInt8], byteCount: Int?)
  }

  /// A request as it was sent, and the head of the answer as it was received.
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
  /// What few answers have, which is boxed so that an answer is short.
  var rare: OpenResponse.Rare?
  private let hold = ContentHold()
  // The end of the content needs these during a read too.
  let lease: Lease?
  let reader: (any Caching.ContentReader)?
  /// What has gone over the network for it, where a cache may ask; noted before anyone reads it.
  var exchanged: Exchanged?
  /// Content that was read and not taken.
  var waiting: [UInt8]
  let decoding: ContentDecoding?
  /// What was there before anyone read, and has not been decoded.
  var stored: [UInt8]
  /// What stores the content as it comes.
  var recording: ContentRecording?
  var isOver = false
  /// What ended the content before its time; later reads are told the same.
  var failure: HTTPSessionError.Reason?
  private(set) var trailers: HTTP.Fields
  /// How long the content is on the wire, if the head said so.
  private let wireByteCount: Int?
  /// How much of it has come, on the wire and decoded, and was given to who reads.
  var receivedByteCount = 0
  var decodedByteCount = 0
  /// The call of the response, which is notified of the end.
  private(set) var call: CallContext?

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

  /// The content that comes over a connection, which it owns from here on.
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

  /// How long the content is, if the head said so and no coding is undone.
  var byteCount: Int? { decoding == nil ? wireByteCount : nil }

  /// How much of the content has been read.
  var progress: TransferProgress {
    TransferProgress(
      completed: receivedByteCount, total: wireByteCount, decoded: decodedByteCount)
  }

  /// Takes the head that interceptors have made of it, for the request that was sent last.
  func change(to head: HTTP.ResponseHead, to prepared: PreparedRequest) {
    self.head = head.notingLinks(from: prepared.url)
    self.prepared = prepared
    changeCount += 1
  }

  /// Is delivered as a call's answer, before anyone reads it.
  func answer(_ call: CallContext) { self.call = call }

  /// Is stored as it comes, from its beginning.
  func record(_ recording: ContentRecording) {
    self.recording = recording
    // Bytes of a stub were to be given as they are; now they are taken in first.
    if decoding == nil, lease == nil { swap(&stored, &waiting) }
  }

  /// Whether it is stored as it comes.
  var isRecorded: Bool { recording != nil }

  // What was not read is not waited for here; the connection is kept only if it is there already.
  deinit { close() }

  /// Whether a task reads at this moment.
  var isReading: Bool { hold.isReading }

  /// The bytes of the connection, if it has left HTTP behind.
  var rawBytes: RawBytes? { lease?.rawBytes }
}

// MARK: Reading

extension Content: PendingContent {
  /// The next piece, or nil at the end.
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

  /// What had come of the content when it failed, up to a limit.
  func received(limit: Int) -> [UInt8] {
    waiting.count > limit ? Array(waiting.prefix(limit)) : waiting
  }

  /// Holds the rest of the content to one idle timeout in all, before anyone reads it.
  func boundByIdleTimeout() {
    if !isOver { lease?.boundByIdleTimeout() }
  }

  /// Holds a body to the bound on slowness, because it is saved.
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

// MARK: The end

extension Content {
  /// Tells that more of the content has come, as it was sent.
  @inline(__always)
  func noteReceived() {
    guard let call, call.isMonitored else { return }
    call.note(.receiving(completed: receivedByteCount))
  }

  /// Tells what its caller has made of the answer whose content this is.
  func note(_ kind: @autoclosure () -> HTTPSession.Event.Kind) { call?.note(kind()) }

  /// Closes the content, and gives the connection back if the rest of the answer is there already.
  ///
  /// A connection that is still read from is dropped at once, which wakes its reader: when this
  /// returns no task has it any more.
  func close() {
    switch hold.close() {
    case .free: end(nil, isDraining: true)
    case .reading: lease?.drop()
    case .over: return
    }
  }

  /// Closes the content of an answer that no one reads; where it is stored as it comes, the rest is
  /// read for the store, if it is short.
  func finishRecording() async {
    if isRecorded { _ = try? await collect(limit: Self.restByteCount) }
    close()
  }

  private static let restByteCount = 65_536

  func claim() throws(HTTPSessionError.Reason) {
    guard hold.claim() else { throw .bodyOutOfScope }
  }

  /// From here on the connection is the reader's, unless the content was closed meanwhile.
  func settle() {
    guard !hold.settle() else { return }
    isOver = true
    failure = .bodyOutOfScope
  }

  func leave() { if !hold.leave() { isOver = true } }

  /// Gives the connection back, which is closed unless it is good for more.
  func end(_ reason: HTTPSessionError.Reason?, isDraining: Bool = false) {
    if let reason { failure = failure ?? explained(reason) }
    // What was not stored whole by now never is.
    recording = nil
    if isOver { return }
    isOver = true
    if let trailers = lease?.release(draining: isDraining) { self.trailers = trailers }
    call?.note(.ended(reason))
  }

  /// The reason as the facts of the connection explain it.
  private func explained(_ reason: HTTPSessionError.Reason) -> HTTPSessionError.Reason {
    guard let lease, let error = reason.connectionError else { return reason }
    return HTTPSessionError.Reason(lease.explained(error))
  }
}
