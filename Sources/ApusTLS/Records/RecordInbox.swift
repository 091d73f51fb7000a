internal import ApusBytes

/// The received bytes: decrypted application data, followed by encrypted records.
///
///     consumed | application data | dead | sealed
///
/// Records are decrypted in place or further to the front, so that application data is always
/// contiguous, and only the cipher copies it.
struct RecordInbox: Sendable {
  private var storage: [UInt8] = []
  private var application = 0..<0
  private var sealedStart = 0

  /// The number of bytes of application data to consume.
  var applicationCount: Int { application.count }

  /// The number of encrypted bytes.
  var sealedCount: Int { storage.count - sealedStart }

  /// The capacity of the storage in bytes.
  var capacity: Int { storage.capacity }

  /// Calls a closure with the application data to consume.
  func withApplicationData<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(application))
  }

  /// Calls a closure with the encrypted bytes.
  func withSealed<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(sealedStart..<storage.count))
  }

  /// Adds bytes at the end.
  mutating func append(_ bytes: Span<UInt8>) {
    makeRoom(for: bytes.count)
    storage.append(bytes)
  }

  /// Calls a closure that writes up to `count` bytes directly into the storage, and adds the
  /// written bytes.
  ///
  /// Bytes that it wrote before it threw an error are added as well.
  mutating func append<Failure: Error>(
    atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    makeRoom(for: count)
    try storage.append(addingCapacity: count, initializingWith: body)
  }

  /// Removes application data from the front, which must exist.
  mutating func consumeApplicationData(_ count: Int) {
    precondition(
      count >= 0 && count <= application.count,
      "there is less application data than consumed")
    application = application.lowerBound + count..<application.upperBound
    settle()
  }

  /// Removes application data from the end, which was decrypted although none is allowed.
  mutating func retractApplicationData(_ count: Int) {
    precondition(
      count >= 0 && count <= application.count,
      "there is less application data than removed")
    application = application.lowerBound..<application.upperBound - count
    settle()
  }

  /// Removes encrypted bytes from the front, which must exist.
  mutating func dropSealed(_ count: Int) {
    precondition(count >= 0 && count <= sealedCount, "there are fewer encrypted bytes than removed")
    sealedStart += count
    settle()
  }

  /// Releases the memory if it is empty, as for an idle connection.
  mutating func releaseMemory() {
    if storage.isEmpty { storage = [] }
  }

  /// Decrypts records from the front: application data is added to the existing data, and the
  /// content of another record follows it until the next call.
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

  /// Calls a closure with the content of the last decrypted record, which is not application data.
  func withOther<Result, Failure: Error>(
    _ opened: RecordProtection.Opened, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = application.upperBound
    return try body(storage.span.extracting(start..<start + opened.otherCount))
  }

  /// Starts at the front again if it is empty; otherwise the next records are decrypted in place,
  /// unless there is application data before them.
  private mutating func settle() {
    guard application.isEmpty else { return }
    if sealedCount == 0 {
      storage.removeAll(keepingCapacity: true)
      sealedStart = 0
    }
    application = sealedStart..<sealedStart
  }

  /// Moves the content to the front if this gains at least as much space as is moved, so that each
  /// byte costs constant time for every pattern of arrival.
  private mutating func makeRoom(for more: Int) {
    let live = application.count + sealedCount
    guard storage.capacity - storage.count < more, storage.count - live >= live else { return }
    storage.removeSubrange(application.upperBound..<sealedStart)
    storage.removeSubrange(..<application.lowerBound)
    application = 0..<application.count
    sealedStart = application.upperBound
  }
}
