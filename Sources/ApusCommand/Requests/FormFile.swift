import ApusBytes
import ApusHTTP
import ApusNet

/// A file of a form with its media type and its file name in the request.
///
///     path *( ";type=" media-type / ";filename=" name )
struct FormFile {
  static let expected = "type a file as FILE, FILE;type=image/png or FILE;filename=NAME"

  let path: FilePath
  /// The media type of the form file. The value `nil` means the media type of the file extension.
  private(set) var mediaType: HTTP.MediaType?
  /// The file name in the request.
  private(set) var name: String

  /// Parses the file path and the parameters of a form file. The result is `nil` if the media type
  /// is invalid or the file name is not UTF-8.
  init?(_ bytes: [UInt8]) {
    let marks = bytes.indices.filter { index in
      Self.options.contains { bytes[index...].starts(with: $0) }
    }
    path = FilePath(bytes: Array(bytes[..<(marks.first ?? bytes.endIndex)]))
    let last = path.bytes.split(separator: 0x2f).last ?? []
    name = String(decoding: last, as: UTF8.self)
    for (index, start) in marks.enumerated() {
      let end = index + 1 < marks.count ? marks[index + 1] : bytes.endIndex
      let isType = bytes[start...].starts(with: Self.options[0])
      let value = bytes[start..<end].dropFirst(Self.options[isType ? 0 : 1].count)
      guard let text = String(validating: value, as: UTF8.self) else { return nil }
      if isType {
        guard let type = try? HTTP.MediaType(text) else { return nil }
        mediaType = type
      } else {
        guard !text.utf8.isEmpty else { return nil }
        name = text
      }
    }
    guard !path.bytes.isEmpty else { return nil }
  }

  private static let options = [Array(";type=".utf8), Array(";filename=".utf8)]
}
