internal import ApusBytes

/// A receive buffer with decrypted application data, followed by encrypted records.
///
///     consumed | application data | dead | sealed
///
/// The record layer decrypts records in place or toward the front of the buffer. The application
/// data is therefore always contiguous, and no additional copy is needed.
struct RecordInbox: Sendable {
  private var storage: [UInt8] = []
  private var application = 0..<0
  private var sealedStart = 0

  /// The number of decrypted bytes of application data that the caller has not consumed.
  var applicationCount: Int { application.count }

  /// The number of received encrypted bytes in the buffer.
  var sealedCount: Int { storage.count - sealedStart }

  /// The capacity of the buffer in bytes.
  var capacity: Int { storage.capacity }

  /// Calls a closure with the application data that the caller has not consumed.
  func withApplicationData<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(application))
  }

  /// Calls a closure with the encrypted bytes of the buffer.
  func withSealed<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(sealedStart..<storage.count))
  }

  /// Appends received bytes to the buffer.
  mutating func append(_ bytes: Span<UInt8>) {
    makeRoom(for: bytes.count)
    storage.append(bytes)
  }

  /// Calls a closure that writes up to `count` bytes directly into the buffer, and adds the written
  /// bytes.
  ///
  /// If the closure throws an error, the bytes that it has already written remain in the buffer.
  mutating func append<Failure: Error>(
    atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    makeRoom(for: count)
    try storage.append(addingCapacity: count, initializingWith: body)
  }

  /// Removes bytes of application data from the front of the buffer.
  ///
  /// The buffer must contain at least `count` bytes of application data.
  mutating func consumeApplicationData(_ count: Int) {
    precondition(
      count >= 0 && count <= application.count,
      "there is less application data than consumed")
    application = application.lowerBound + count..<application.upperBound
    settle()
  }

  /// Removes application data from the end of the decrypted data, because application data is not
  /// allowed yet.
  mutating func retractApplicationData(_ count: Int) {
    precondition(
      count >= 0 && count <= application.count,
      "there is less application data than removed")
    application = application.lowerBound..<application.upperBound - count
    settle()
  }

  /// Removes encrypted bytes from the front of the encrypted data.
  ///
  /// The buffer must contain at least `count` encrypted bytes.
  mutating func dropSealed(_ count: Int) {
    precondition(count >= 0 && count <= sealedCount, "there are fewer encrypted bytes than removed")
    sealedStart += count
    settle()
  }

  /// Releases the memory of an empty buffer, such as the buffer of an idle connection.
  mutating func releaseMemory() {
    if storage.isEmpty { storage = [] }
  }

  /// Decrypts records from the front of the encrypted data, and adds their application data.
  ///
  /// The content of a control record is stored after the application data until the next call.
  mutating func open(
    _ protection: inout RecordProtection, limit: Int
  ) -> RecordProtection.Opened {
    settle()
    let (sealed, start) = (sealedStart..<storage.count, application.upperBound)
    var span = storage.mutableSpan
    let opened = protection.open(&span, sealed: sealed, to: start, limit: limit)
    application = application.lowerBound..<application.upperBound + opened.applicationCount
    sealedStart += opened.consumedCount
    return opened
  }

  /// Calls a closure with the content of the last decrypted control record, such as an alert.
  func withOther<Result, Failure: Error>(
    _ opened: RecordProtection.Opened, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = application.upperBound
    return try body(storage.span.extracting(start..<start + opened.otherCount))
  }

  /// Resets the positions to the start of the buffer if the buffer is empty.
  ///
  /// If the buffer contains only encrypted records, the next records are decrypted in place.
  private mutating func settle() {
    guard application.isEmpty else { return }
    if sealedCount == 0 {
      storage.removeAll(keepingCapacity: true)
      sealedStart = 0
    }
    application = sealedStart..<sealedStart
  }

  /// Moves the content to the front of the buffer if the free space there is at least as large as
  /// the content.
  ///
  /// The condition limits the cost of all moves to constant time per received byte.
  private mutating func makeRoom(for more: Int) {
    let live = application.count + sealedCount
    guard storage.capacity - storage.count < more, storage.count - live >= live else { return }
    storage.removeSubrange(application.upperBound..<sealedStart)
    storage.removeSubrange(..<application.lowerBound)
    application = 0..<application.count
    sealedStart = application.upperBound
  }
}
