internal import ApusBytes

extension HTTP {
  /// A file name from a peer that may safely be created in a folder of ours.
  ///
  /// Every instance has passed the checks, so code with a `FileName` need not repeat them. It is
  /// one name in one folder, is not hidden, does not look like an option of a command, is displayed
  /// unchanged, and is not a device of Windows.
  ///
  /// RFC 6266 section 4.3.
  public struct FileName: Sendable {
    /// The name.
    public let text: String

    /// The largest number of bytes of a name, which is the limit of Linux file systems.
    public static let byteCountLimit = 255

    /// Checks the part after the last `/` or `\` of a decoded name.
    ///
    /// - Parameter path: The name that a server proposes, without escapes.
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
  /// The reason that a name is not allowed.
  public enum Refusal: Error, Equatable, Sendable {
    /// The part after the last separator is empty.
    case empty
    /// The name has more bytes than a file system takes.
    case tooLong(byteCount: Int, limit: Int)
    /// The name is `.` or `..`, or would be hidden.
    case leadingDot
    /// A command would take the name for an option.
    case leadingHyphen
    /// The name ends in a dot or a space, which Windows drops.
    case trailing(UInt8)
    /// A character that is not shown as itself: a control, a line break, or one that turns the
    /// direction of the text around it, so that an ending looks like another.
    case invisible(codePoint: UInt32)
    /// A device of Windows, with any extension.
    case device(String)

    /// The first thing that is wrong with a name, or nil.
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

    /// Controls, separators of lines and paragraphs, and the characters that set a direction.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x00...0x1f, 0x7f...0x9f: true
      case 0x2028, 0x2029: true
      case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
      default: false
      }
    }

    /// The device of a name: the part before its first dot or colon, without trailing spaces.
    private static func device(in name: String) -> String? {
      var stem = name.utf8.prefix { $0 != 0x2e && $0 != 0x3a }
      while stem.last == 0x20 { stem = stem.dropLast() }
      let bytes = Array(stem)
      return devices.first { ASCII.equalsIgnoringCase(bytes.span, $0) }
    }

    /// The superscript digits count as digits there.
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
