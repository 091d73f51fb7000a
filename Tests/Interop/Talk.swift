/// The bytes to send on a connection, and the expected response.
struct Talk {
  private let errand: Errand
  /// The number of bytes in each direction; a connection that is followed by another one sends few.
  private let byteCount: Int
  private var saidCount = 0
  private var heardCount = 0
  private var line: [UInt8] = []
  private(set) var isHalfway = false
  /// A Boolean value that indicates whether the response is complete, so that the connection may
  /// end.
  private(set) var isOver = false

  private static let piece = 1 << 16
  private static let lineLength = 64

  init(_ errand: Errand, isLong: Bool) {
    self.errand = errand
    let count = isLong ? errand.byteCount : 4_096
    byteCount = count - count % Self.lineLength
  }

  /// Returns the next piece to send, if there is one.
  mutating func next() -> [UInt8]? {
    guard errand.way != .told, saidCount < byteCount else { return nil }
    if errand.way == .http, saidCount == 0 {
      saidCount = byteCount
      let post = "POST /sink HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(byteCount)\r\n\r\n"
      let get = "GET /\(byteCount) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      isHalfway = true
      return Array(post.utf8) + (0..<byteCount).map(Self.byte) + Array(get.utf8)
    }
    if errand.way == .served {
      saidCount = byteCount
      return Array("GET /\(byteCount) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    }
    let range = saidCount..<min(saidCount + Self.piece, byteCount)
    saidCount = range.upperBound
    isHalfway = range.contains(byteCount / 2)
    return range.map(Self.byte)
  }

  /// Returns a byte of the content: lines of text, all of them different.
  private static func byte(_ index: Int) -> UInt8 {
    let (line, column) = index.quotientAndRemainder(dividingBy: lineLength)
    return column == lineLength - 1 ? 0x0a : 0x61 + UInt8((line &* 7 &+ column &* 5) % 26)
  }

  /// Requires that the server's bytes are as expected.
  mutating func take(_ bytes: Span<UInt8>) throws {
    switch errand.way {
    case .echo, .cut: try takeEcho(bytes)
    case .lines: try takeLines(bytes)
    case .http: takeAnswers(bytes)
    case .served:
      takeAnswers(bytes)
      if hasAnswer { print("heard") }
    case .told: try takeTale(bytes)
    }
  }

  private mutating func takeEcho(_ bytes: Span<UInt8>) throws {
    for index in bytes.indices {
      guard bytes[index] == Self.byte(heardCount) else {
        throw Interop.Failure.unexpected("another byte came back at \(heardCount)")
      }
      heardCount += 1
    }
    guard heardCount == byteCount else { return }
    if errand.way == .cut { print("heard") } else { isOver = true }
  }

  private mutating func takeLines(_ bytes: Span<UInt8>) throws {
    for index in bytes.indices {
      let (line, column) = heardCount.quotientAndRemainder(dividingBy: Self.lineLength)
      let last = Self.lineLength - 1
      let source = column == last ? heardCount : line * Self.lineLength + last - 1 - column
      guard bytes[index] == Self.byte(source) else {
        throw Interop.Failure.unexpected("another byte came back at \(heardCount)")
      }
      heardCount += 1
    }
    isOver = heardCount == byteCount
  }

  /// Takes two responses; the second one ends the connection, and only its content has a known
  /// length.
  private mutating func takeAnswers(_ bytes: Span<UInt8>) {
    for index in bytes.indices { line.append(bytes[index]) }
    heardCount = line.count
  }

  /// A Boolean value that indicates whether the content of the last response is complete.
  private var hasAnswer: Bool {
    String(decoding: line.prefix(12), as: UTF8.self) == "HTTP/1.1 200" && heardCount > byteCount
      && line.suffix(byteCount) == (0..<byteCount).map(Self.byte)[...]
  }

  private mutating func takeTale(_ bytes: Span<UInt8>) throws {
    for index in bytes.indices {
      guard bytes[index] == 0x0a else {
        line.append(bytes[index])
        continue
      }
      print(String(decoding: line, as: UTF8.self))
      isOver = line == Array("done".utf8)
      line = []
    }
  }

  /// Handles the end of the connection: requires that the response is complete.
  func end() throws {
    guard errand.way == .http else {
      guard isOver else { throw Interop.Failure.unexpected("an end after \(heardCount)") }
      return
    }
    guard hasAnswer else {
      throw Interop.Failure.unexpected(
        "\(heardCount) bytes: \(String(decoding: line.prefix(400), as: UTF8.self))")
    }
  }
}
