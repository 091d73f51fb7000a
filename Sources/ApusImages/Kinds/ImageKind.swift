/// The image file formats that the module recognizes by their first bytes.
public enum ImageKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// Portable Network Graphics, with or without an animation (APNG).
  case png
  /// JPEG in the file format JFIF or EXIF.
  case jpeg
  /// Graphics Interchange Format in the versions 87a and 89a.
  case gif
  /// WebP in the simple or the extended file format.
  case webP
  /// A bitmap of Windows 3 and later or of OS/2.
  case bmp
  /// Tagged Image File Format, but not BigTIFF.
  case tiff
  /// A Windows icon, but not a Windows cursor.
  case ico
  /// A single AV1 image or a sequence of AV1 images.
  case avif

  /// The media types of the image kind, with the registered media type first.
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
