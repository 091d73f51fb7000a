/// The file formats of images that are recognised by their first bytes.
public enum ImageKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// Portable Network Graphics, with or without an animation (APNG).
  case png
  /// JPEG, as JFIF or EXIF.
  case jpeg
  /// Graphics Interchange Format, 87a and 89a.
  case gif
  /// WebP, simple or extended.
  case webP
  /// Windows bitmap, of Windows 3 and later or of OS/2.
  case bmp
  /// Tagged Image File Format, but not BigTIFF.
  case tiff
  /// Icons of Windows, but not its cursors.
  case ico
  /// AV1 images, single or in a sequence.
  case avif

  /// The media types that the kind has, the registered one first.
  public var mediaTypes: [String] {
    switch self {
    case .png: ["image/png", "image/apng"]
    case .jpeg: ["image/jpeg"]
    case .gif: ["image/gif"]
    case .webP: ["image/webp"]
    case .bmp: ["image/bmp", "image/x-bmp", "image/x-win-bitmap"]
    case .tiff: ["image/tiff"]
    case .ico: ["image/vnd.microsoft.icon", "image/x-icon", "image/ico"]
    case .avif: ["image/avif"]
    }
  }
}
