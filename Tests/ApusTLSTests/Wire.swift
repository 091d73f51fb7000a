import ApusBytes
import Testing

@testable import ApusTLS

/// Checks for every value that is read from the wire.
enum Wire {
  /// Checks that a written value is read back, that every truncation and every trailing byte is an
  /// error, and that reading ends for every changed byte.
  static func check<Value: Equatable>(
    _ value: Value, endsWithInput: Bool = false,
    read: (inout ByteReader) throws(DecodeError) -> Value,
    write: (Value, inout ByteWriter) throws(EncodeError) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var writer = ByteWriter()
    try write(value, &writer)
    let bytes = writer.bytes
    #expect(try whole(bytes, read) == value, sourceLocation: sourceLocation)
    if !endsWithInput {
      #expect(throws: DecodeError.self, sourceLocation: sourceLocation) {
        _ = try whole(bytes + [0], read)
      }
      for count in bytes.indices {
        let part = Array(bytes.prefix(count))
        let result = Result { try whole(part, read) }
        // A message whose last part is optional is another message when it is truncated there.
        if case .success(let other) = result {
          #expect(other != value, "\(count)", sourceLocation: sourceLocation)
        }
      }
    }
    for index in bytes.indices {
      for change: UInt8 in [1, 0x80, 0xff] {
        var changed = bytes
        changed[index] ^= change
        // Reading must return; the result must not be the value itself.
        if case .success(let other) = Result(catching: { try whole(changed, read) }) {
          #expect(other != value, "\(index)", sourceLocation: sourceLocation)
        }
      }
    }
  }

  static func check(
    message value: some HandshakeMessage, endsWithInput: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try check(
      value, endsWithInput: endsWithInput,
      read: { (reader) throws(DecodeError) in try .init(from: &reader) },
      write: { (value, writer) throws(EncodeError) in try value.write(to: &writer) },
      sourceLocation: sourceLocation)
    let encoded = try value.encoded()
    var reader = ByteReader(encoded)
    #expect(try reader.readUInt8() == type(of: value).handshakeType.rawValue)
    let body = try reader.readVector24()
    #expect(try type(of: value).init(body: body) == value)
    #expect(reader.isAtEnd)
    #expect(body.remaining <= type(of: value).handshakeType.byteLimit)
  }

  static func check(
    extension value: some ExtensionValue, endsWithInput: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try check(
      value, endsWithInput: endsWithInput,
      read: { (reader) throws(DecodeError) in try .init(from: &reader) },
      write: { (value, writer) throws(EncodeError) in try value.write(to: &writer) },
      sourceLocation: sourceLocation)
    var list = ExtensionList()
    try list.append(value)
    #expect(try list.read(type(of: value)) == value)
  }

  private static func whole<Value>(
    _ bytes: [UInt8], _ read: (inout ByteReader) throws(DecodeError) -> Value
  ) throws -> Value {
    var reader = ByteReader(bytes)
    let value = try read(&reader)
    try reader.finish()
    return value
  }
}

/// A source of bytes that look random and are the same each time.
struct CountedRandom: RandomSource {
  var seed: UInt8 = 0

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    var state = UInt64(seed) &+ 0x9e37_79b9_7f4a_7c15
    for index in bytes.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[index] = UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}
