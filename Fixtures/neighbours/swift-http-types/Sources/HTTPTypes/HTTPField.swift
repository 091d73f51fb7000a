/// One field line of a message: a name and the bytes of a value.
public struct HTTPField: Sendable, Hashable {
  /// The advice for a compressor of fields; `disallow` marks a secret.
  public struct DynamicTableIndexingStrategy: Sendable, Hashable {
    private let number: Int

    private init(_ number: Int) { self.number = number }

    public static var automatic: Self { Self(0) }
    public static var prefer: Self { Self(1) }
    public static var avoid: Self { Self(2) }
    public static var disallow: Self { Self(3) }
  }

  public var name: Name
  private var bytes: [UInt8]
  public var indexingStrategy: DynamicTableIndexingStrategy = .automatic

  public init(name: Name, value: String) { self.init(name: name, value: Array(value.utf8)) }

  public init(name: Name, value: some Collection<UInt8>) {
    let visible = value.map { Self.isAllowed($0) ? $0 : 0x20 }
    let start = visible.drop { $0 == 0x20 || $0 == 0x09 }
    let end = start.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? start.startIndex - 1
    self.name = name
    bytes = Array(start[start.startIndex..<end + 1])
  }

  public init(name: Name, lenientValue: some Collection<UInt8>) {
    self.name = name
    bytes = lenientValue.map { [0, 0x0a, 0x0d].contains($0) ? 0x20 : $0 }
  }

  public var value: String {
    get { String(decoding: bytes, as: UTF8.self) }
    set { bytes = Self(name: name, value: newValue).bytes }
  }

  public func withUnsafeBytesOfValue<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The typed error of the closure passes the standard library as a value.
    let result = bytes.withUnsafeBufferPointer { buffer -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body(buffer)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  public static func isValidValue(_ value: String) -> Bool { isValidValue(Array(value.utf8)) }

  public static func isValidValue(_ value: some Collection<UInt8>) -> Bool {
    let field = HTTPField(name: Name("x")!, value: value)
    return field.bytes.elementsEqual(value)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte >= 0x20 && byte != 0x7f
  }

  /// A name that compares without letter case.
  public struct Name: Sendable, Hashable, LosslessStringConvertible {
    public let rawName: String
    public let canonicalName: String

    public init?(_ name: String) {
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else { return nil }
      rawName = name
      canonicalName = name.lowercased()
    }

    public init?(parsed name: String) {
      let word = name.hasPrefix(":") ? String(name.dropFirst()) : name
      guard Self(word) != nil, word == word.lowercased() else { return nil }
      rawName = name
      canonicalName = name
    }

    public var description: String { rawName }

    public static func == (left: Self, right: Self) -> Bool {
      left.canonicalName == right.canonicalName
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
  }
}
