/// The image file formats that the module recognizes by their first bytes.
public enum ImageKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// The format Portable Network Graphics, with or without an animation (APNG).
  case png
  /// The format JPEG in a JFIF or EXIF file.
  case jpeg
  /// The Graphics Interchange Format in the versions 87a and 89a.
  case gif
  /// The format WebP in a simple or extended file.
  case webP
  /// The bitmap format of Windows 3 and later, and of OS/2.
  case bmp
  /// The Tagged Image File Format, without BigTIFF.
  case tiff
  /// The format of Windows icons, without Windows cursors.
  case ico
  /// The format AVIF, with a single AV1 image or a sequence of AV1 images.
  case avif

  /// The media types of the image format, with the registered media type first.
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
