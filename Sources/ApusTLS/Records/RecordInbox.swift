internal import ApusBytes

/// What a peer has sent: application data that was opened, and behind it records that were not.
///
///     consumed | application data | dead | sealed
///
/// Records are opened where they lie or further to the front, so that application data is one piece
/// however many records it came in, and is copied by no one but the cipher.
struct RecordInbox: Sendable {
  private var storage: [UInt8] = []
  private var application = 0..<0
  private var sealedStart = 0

  /// How much application data waits to be consumed.
  var applicationCount: Int { application.count }

  /// How many bytes were not opened yet.
  var sealedCount: Int { storage.count - sealedStart }

  /// How many bytes the storage has room for.
  var capacity: Int { storage.capacity }

  /// Lends the application data that waits.
  func withApplicationData<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(application))
  }

  /// Lends the bytes that were not opened.
  func withSealed<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(sealedStart..<storage.count))
  }

  /// Adds bytes at the back.
  mutating func append(_ bytes: Span<UInt8>) {
    makeRoom(for: bytes.count)
    storage.append(bytes)
  }

  /// Lets `body` write up to `count` bytes straight into the storage, and adds what it wrote.
  ///
  /// What it wrote before it threw is added too.
  mutating func append<Failure: Error>(
    atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    makeRoom(for: count)
    try storage.append(addingCapacity: count, initializingWith: body)
  }

  /// Drops application data at the front, which must be there.
  mutating func consumeApplicationData(_ count: Int) {
    precondition(count >= 0 && count <= application.count, "more is consumed than waits")
    application = application.lowerBound + count..<application.upperBound
    settle()
  }

  /// Takes back application data at the end, which was opened where there may be none.
  mutating func retractApplicationData(_ count: Int) {
    precondition(count >= 0 && count <= application.count, "more is taken back than waits")
    application = application.lowerBound..<application.upperBound - count
    settle()
  }

  /// Drops bytes at the front of those that were not opened, which must be there.
  mutating func dropSealed(_ count: Int) {
    precondition(count >= 0 && count <= sealedCount, "more is dropped than waits")
    sealedStart += count
    settle()
  }

  /// Gives the memory back if nothing waits, as while a connection rests.
  mutating func releaseMemory() {
    if storage.isEmpty { storage = [] }
  }

  /// Opens records from the front: application data joins what waits, and the content of another
  /// record lies behind it until the next call.
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

  /// Lends the content of the record that was opened last and is not application data.
  func withOther<Result, Failure: Error>(
    _ opened: RecordProtection.Opened, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = application.upperBound
    return try body(storage.span.extracting(start..<start + opened.otherCount))
  }

  /// Starts at the front again where nothing waits; else what is opened next is opened in place,
  /// unless it has application data to join.
  private mutating func settle() {
    guard application.isEmpty else { return }
    if sealedCount == 0 {
      storage.removeAll(keepingCapacity: true)
      sealedStart = 0
    }
    application = sealedStart..<sealedStart
  }

  /// Moves what waits to the front once that wins back at least as much as is moved, so that a byte
  /// costs constant time however it arrives.
  private mutating func makeRoom(for more: Int) {
    let live = application.count + sealedCount
    guard storage.capacity - storage.count < more, storage.count - live >= live else { return }
    storage.removeSubrange(application.upperBound..<sealedStart)
    storage.removeSubrange(..<application.lowerBound)
    application = 0..<application.count
    sealedStart = application.upperBound
  }
}
