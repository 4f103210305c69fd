import { useId } from "react";

/** The mark without the name, which is text beside it. */
export function Logo({ className = "size-[26px]" }: { className?: string }) {
  const fill = useId();
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={`shrink-0 ${className}`}>
      <defs>
        <linearGradient id={fill} x1="4" y1="2" x2="28" y2="30" gradientUnits="userSpaceOnUse">
          <stop stopColor="#6B73F6" />
          <stop offset="1" stopColor="#3A43CF" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill={`url(#${fill})`} />
      <path
        d="M8 12v9.5A1.5 1.5 0 0 0 9.5 23h13a1.5 1.5 0 0 0 1.5-1.5V15M8 13l8 6 4.2-3.15"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M23.5 6.5l.95 2.55L27 10l-2.55.95-.95 2.55-.95-2.55L20 10l2.55-.95z" fill="#FFC45C" />
    </svg>
  );
}
