//! Which device a run takes.

use super::exchange::DeviceInfo;

/// The number of the device to take: the first whose name or platform contains a text, in any case; where
/// none is asked for, the first GPU of all platforms, else the first device.
pub(super) fn choose(devices: &[&DeviceInfo], wanted: Option<&str>) -> Option<usize> {
    let is_called =
        |device: &&DeviceInfo, part: &str| title(device).to_lowercase().contains(&part.to_lowercase());
    match wanted {
        Some(part) => devices.iter().position(|device| is_called(device, part)),
        None => devices.iter().position(|device| device.is_gpu).or((!devices.is_empty()).then_some(0)),
    }
}

/// The device that a run takes of those listed, for the same request.
pub fn chosen<'a>(devices: &'a [DeviceInfo], wanted: Option<&str>) -> Option<&'a DeviceInfo> {
    let all: Vec<&DeviceInfo> = devices.iter().collect();
    choose(&all, wanted).and_then(|at| devices.get(at))
}

/// A device's name and platform.
pub fn title(device: &DeviceInfo) -> String {
    format!("{} ({})", device.name, device.platform)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(name: &str, platform: &str, is_gpu: bool) -> DeviceInfo {
        DeviceInfo { name: name.to_owned(), platform: platform.to_owned(), is_gpu, ..DeviceInfo::default() }
    }

    #[test]
    fn a_gpu_comes_before_other_devices() {
        let cpu = device("Epyc", "Portable Computing Language", false);
        let (gpu, other) = (device("H100", "NVIDIA CUDA", true), device("gfx90a", "AMD", true));
        assert_eq!(choose(&[&cpu, &gpu, &other], None), Some(1));
        assert_eq!(choose(&[&gpu, &cpu], None), Some(0));
        assert_eq!(choose(&[&cpu, &cpu], None), Some(0));
        assert_eq!(choose(&[], None), None);
    }

    #[test]
    fn a_name_is_found_in_any_case() {
        let cpu = device("Epyc", "Portable Computing Language", false);
        let gpu = device("H100", "NVIDIA CUDA", true);
        assert_eq!(choose(&[&cpu, &gpu], Some("epyc")), Some(0));
        assert_eq!(choose(&[&cpu, &gpu], Some("cuda")), Some(1));
        assert_eq!(choose(&[&cpu, &gpu], Some("computing language)")), Some(0));
        assert_eq!(choose(&[&cpu, &gpu], Some("intel")), None);
    }
}
