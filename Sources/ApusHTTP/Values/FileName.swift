internal import ApusBytes

extension HTTP {
  /// A file name from a server that passed the security checks for use in a local folder.
  ///
  /// A valid file name contains no path separator and no invisible character. The name does not
  /// begin with a dot or a hyphen, and is not the name of a Windows device.
  ///
  /// RFC 6266 section 4.3.
  public struct FileName: Sendable {
    /// The text of the file name, which has passed the security checks.
    public let text: String

    /// The maximum number of bytes of a file name, which is the limit of Linux file systems.
    public static let byteCountLimit = 255

    /// Creates a file name from the part of a path after the last `/` or `\`, and checks the part.
    ///
    /// - Parameter path: The decoded file name that a server proposes.
    public init(lastComponentOf path: String) throws(Refusal) {
      let bytes = path.utf8
      let separator = bytes.lastIndex { $0 == 0x2f || $0 == 0x5c }
      let start = separator.map { bytes.index(after: $0) } ?? bytes.startIndex
      let name = String(path[start...])
      if let refusal = Refusal(of: name) { throw refusal }
      text = name
    }
  }
}

extension HTTP.FileName {
  /// The reason that a file name is rejected.
  public enum Refusal: Error, Equatable, Sendable {
    /// The proposed file name is empty or ends with a path separator.
    case empty
    /// The proposed file name has more bytes than the limit of Linux file systems.
    case tooLong(byteCount: Int, limit: Int)
    /// The proposed file name begins with a dot, such as `..` or the name of a hidden file.
    case leadingDot
    /// The proposed file name begins with a hyphen, so a command would interpret the name as an
    /// option.
    case leadingHyphen
    /// The proposed file name ends with a dot or a space, which Windows removes.
    case trailing(UInt8)
    /// The proposed file name contains a control character, a line break, or a bidirectional
    /// control character. A bidirectional control character can disguise the file extension.
    case invisible(codePoint: UInt32)
    /// The proposed file name is the name of a Windows device, such as `CON` or `CON.txt`.
    case device(String)

    /// Returns the first reason to reject a file name. The result is `nil` if the file name is
    /// valid.
    init?(of name: String) {
      let bytes = name.utf8
      let limit = HTTP.FileName.byteCountLimit
      guard let first = bytes.first, let last = bytes.last else {
        self = .empty
        return
      }
      if bytes.count > limit {
        self = .tooLong(byteCount: bytes.count, limit: limit)
      } else if let scalar = name.unicodeScalars.first(where: Self.isInvisible) {
        self = .invisible(codePoint: scalar.value)
      } else if first == 0x2e {
        self = .leadingDot
      } else if first == 0x2d {
        self = .leadingHyphen
      } else if last == 0x2e || last == 0x20 {
        self = .trailing(last)
      } else if let device = Self.device(in: name) {
        self = .device(device)
      } else {
        return nil
      }
    }

    /// Returns whether a character is a control character, a line or paragraph separator, or a
    /// bidirectional control character.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x00...0x1f, 0x7f...0x9f: true
      case 0x2028, 0x2029: true
      case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
      default: false
      }
    }

    /// Returns the name of the Windows device that a file name refers to. Windows ignores the part
    /// after the first dot or colon.
    private static func device(in name: String) -> String? {
      var stem = name.utf8.prefix { $0 != 0x2e && $0 != 0x3a }
      while stem.last == 0x20 { stem = stem.dropLast() }
      let bytes = Array(stem)
      return devices.first { ASCII.equalsIgnoringCase(bytes.span, $0) }
    }

    /// Windows treats the superscript digits in device names like ordinary digits.
    private static let devices =
      ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"]
      + ["COM", "LPT"].flatMap { port in "0123456789¹²³".unicodeScalars.map { "\(port)\($0)" } }
  }
}

extension HTTP.FileName: CustomStringConvertible {
  public var description: String { text }
}

extension HTTP.FileName.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the file name is empty"
    case .tooLong(let count, let limit):
      "the file name has \(count) bytes, but at most \(limit) bytes are allowed"
    case .leadingDot: "the file name starts with a dot, which would hide the file"
    case .leadingHyphen: "the file name starts with a hyphen, which programs take for an option"
    case .trailing(let byte):
      "the file name ends with the byte 0x\(Hex.encode(byte)), which is not allowed"
    case .invisible(let codePoint):
      "the file name contains the invisible character U+\(String(codePoint, radix: 16))"
    case .device(let name): "the file name is the reserved name of the device \(name)"
    }
  }
}
